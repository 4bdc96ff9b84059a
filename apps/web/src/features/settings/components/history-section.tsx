import type { SettingsHistoryEntry } from '@secure-preview/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../components/ui/load-states.js';
import { Panel } from '../../../components/ui/panel.js';
import { formatsOf, timeZoneName } from '../../../lib/formats.js';
import {
  type AllSettingsMessages,
  useSettingsPageMessages,
} from '../../../messages/settings-page/use-settings-page-messages.js';
import { settingsHistoryQuery } from '../api/settings.js';
import { type HistoryChange, historyText, isPageSettingName, settingLabel } from '../lib/setting-text.js';
import { ChangeList } from './change-list.js';

interface HistorySectionProps {
  unlocked: boolean;
  locked: readonly string[];
  /** Puts the earlier value of a setting into the form. */
  onRestore: (change: HistoryChange) => void;
}

/** Lists the changes of the settings, newest first. */
export function HistorySection({ unlocked, locked, onRestore }: HistorySectionProps) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const query = useInfiniteQuery({ ...settingsHistoryQuery, enabled: unlocked });
  const entries = query.data?.pages.flat() ?? [];
  const zone = timeZoneName(messages.locale);
  const hasTerms = entries.some(({ changes }) => changes.some(({ name }) => name === 'termsTexts'));
  return (
    <Panel
      title={t.sections.history}
      icon={<History aria-hidden="true" />}
      aside={zone && <p className="text-sm text-muted">{t.history.zoneNote(zone)}</p>}
    >
      {query.isPending ? (
        <Loading />
      ) : !query.data ? (
        <LoadFailed text={t.history.failed} query={query} />
      ) : entries.length === 0 ? (
        <p className="text-muted">{t.history.empty}</p>
      ) : (
        <>
          <ol aria-label={t.history.label} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.version} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 py-4 first:pt-0">
                <EntryHeading entry={entry} />
                <ChangeList
                  changes={entry.changes}
                  action={(change) =>
                    canRestore(change, locked) && (
                      <RestoreButton change={change} onClick={() => onRestore(change)} />
                    )
                  }
                />
              </li>
            ))}
          </ol>
          {hasTerms && <p className="text-sm text-muted">{t.history.termsNote}</p>}
          {query.hasNextPage && (
            <Button
              variant="secondary"
              className="justify-self-start"
              pending={query.isFetchingNextPage}
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t.history.loadMore}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

/** Returns whether this page can set the earlier value. The history has no texts of the terms. */
function canRestore({ name, from }: HistoryChange, locked: readonly string[]): boolean {
  return isPageSettingName(name) && !locked.includes(name) && (name !== 'termsTexts' || from === null);
}

/** When a change was made, and by whom. */
export function EntryHeading({ entry: { at, byName } }: { entry: SettingsHistoryEntry }) {
  const messages = useSettingsPageMessages();
  return (
    <p className="text-sm text-muted [overflow-wrap:anywhere]">
      <time dateTime={at} className="text-foreground">
        {formatsOf(messages.locale).date.format(Date.parse(at))}
      </time>
      {', '}
      <bdi>{whoText(byName, messages)}</bdi>
    </p>
  );
}

const whoText = (name: string | null, { settings: { history } }: AllSettingsMessages): string =>
  name === null ? history.operator : history.by(name);

function RestoreButton({ change, onClick }: { change: HistoryChange; onClick: () => void }) {
  const messages = useSettingsPageMessages();
  const t = messages.settings.history;
  return (
    <Button
      variant="quiet"
      aria-label={t.restoreOf(settingLabel(change, messages), historyText(change.from, change, messages))}
      onClick={onClick}
      className="-ml-2.5 min-h-9! px-2.5! py-1! text-sm! underline decoration-line-strong underline-offset-4"
    >
      {t.restore}
    </Button>
  );
}

import type { SettingsHistoryEntry } from '@secure-preview/contracts';
import { Button } from '../../../components/ui/button.js';
import { formatsOf } from '../../../lib/formats.js';
import {
  type AllSettingsMessages,
  useSettingsPageMessages,
} from '../../../messages/settings-page/use-settings-page-messages.js';
import { type HistoryChange, historyText, isPageSettingName, settingLabel } from '../lib/setting-text.js';
import { ChangeList } from './change-list.js';

interface HistoryEntriesProps {
  entries: readonly SettingsHistoryEntry[];
  locked: readonly string[];
  /** Puts the earlier value of a setting into the form. */
  onRestore: (change: HistoryChange) => void;
}

/** Changes of the settings, with buttons that restore earlier values. */
export function HistoryEntries({ entries, locked, onRestore }: HistoryEntriesProps) {
  const t = useSettingsPageMessages().settings.history;
  const hasTerms = entries.some(({ changes }) => changes.some(({ name }) => name === 'termsTexts'));
  return (
    <>
      <ol aria-label={t.label} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
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
      {hasTerms && <p className="text-sm text-muted">{t.termsNote}</p>}
    </>
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

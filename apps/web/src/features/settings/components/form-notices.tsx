import type { SettingsHistoryEntry } from '@secure-preview/contracts';
import { Button } from '../../../components/ui/button.js';
import { Notice } from '../../../components/ui/notice.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { ChangeList } from './change-list.js';
import { EntryHeading } from './history-entries.js';

/** Shows what another administrator changed while the form had unsaved changes. */
export function ConflictNotice({ entries }: { entries: readonly SettingsHistoryEntry[] }) {
  const t = useSettingsPageMessages().settings;
  return (
    <Notice alarming>
      <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3">
        <p>
          <strong className="font-semibold">{t.conflictTitle}</strong>
          <br />
          {t.conflictText}
        </p>
        {entries.map((entry) => (
          <div key={entry.version} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <EntryHeading entry={entry} />
            <ChangeList changes={entry.changes} />
          </div>
        ))}
      </div>
    </Notice>
  );
}

/** Shows that the form contains input from an earlier load of the page. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const t = useSettingsPageMessages().settings;
  return (
    <Notice>
      <p>{t.restored}</p>
      <Button variant="secondary" onClick={onDiscard}>
        {t.discard}
      </Button>
    </Notice>
  );
}

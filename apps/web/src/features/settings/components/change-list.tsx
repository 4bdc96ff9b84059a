import type { ReactNode } from 'react';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { type HistoryChange, historyText, settingLabel } from '../lib/setting-text.js';
import { LongText } from './long-text.js';

interface ChangeListProps {
  changes: readonly HistoryChange[];
  /** Shown beside a change. */
  action?: (change: HistoryChange) => ReactNode;
}

/** Lists changed settings with their earlier and later values. */
export function ChangeList({ changes, action }: ChangeListProps) {
  const messages = useSettingsPageMessages();
  const t = messages.settings.history;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {changes.map((change) => (
        <li
          key={`${change.name} ${change.language ?? ''}`}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1"
        >
          <div className="grid min-w-0 flex-[1_1_18rem] grid-cols-[minmax(0,1fr)] gap-0.5">
            <p className="font-medium">{settingLabel(change, messages)}</p>
            <div className="flex flex-wrap items-start gap-x-2 gap-y-0.5 text-[0.95rem] text-muted">
              <LongText text={historyText(change.from, change, messages)} />
              <span aria-hidden="true">→</span>
              <span className="sr-only">{t.changedTo}</span>
              <LongText text={historyText(change.to, change, messages)} />
            </div>
          </div>
          {action?.(change)}
        </li>
      ))}
    </ul>
  );
}

import type { AccessEndedReason } from '@secure-preview/contracts';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusScreen } from '../../../components/ui/status-screen.js';
import type { EntryMessages } from '../../../messages/entry/en.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';
import { useMessages } from '../../../messages/use-messages.js';
import { ContactNote } from './contact-note.js';

/** Why a visitor may not enter. `networkBlocked`: a stranger, who never had access. */
export type NoAccessReason = AccessEndedReason | 'networkBlocked';

interface EndedScreenProps {
  reason: NoAccessReason;
  /** Instant at which the access begins, if it has not begun. */
  startsAt?: string | undefined;
  action: ReactNode;
}

/** Shows why a visitor may not enter, and whom to ask. */
export function EndedScreen({ reason, startsAt, action }: EndedScreenProps) {
  const t = useEntryMessages().ended;
  const { locale } = useMessages();
  return (
    <StatusScreen
      icon={<LockKeyhole aria-hidden="true" />}
      title={titleOf(reason, t)}
      text={startsAt ? t.begins(instantText(startsAt, locale)) : t.reasons[reason]}
      action={
        <>
          <ContactNote />
          {action}
        </>
      }
    />
  );
}

function titleOf(reason: NoAccessReason, t: EntryMessages['ended']): string {
  if (reason === 'notBegun') return t.notBegunTitle;
  if (reason === 'networkBlocked') return t.networkBlockedTitle;
  return reason === 'playbackEnded' ? t.playbackEndedTitle : t.title;
}

/** Returns an instant in the time zone of the browser, with the name of that zone. */
const instantText = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'long',
  }).format(new Date(instant));

import type { AccessEndedReason } from '@secure-preview/contracts';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusScreen } from '../../../components/ui/status-screen.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';
import { ContactNote } from './contact-note.js';

interface EndedScreenProps {
  reason: AccessEndedReason;
  action: ReactNode;
}

/** Shows why a visitor may not enter, and whom to ask. */
export function EndedScreen({ reason, action }: EndedScreenProps) {
  const t = useEntryMessages().ended;
  return (
    <StatusScreen
      icon={<LockKeyhole aria-hidden="true" />}
      title={reason === 'notBegun' ? t.notBegunTitle : t.title}
      text={t.reasons[reason]}
      action={
        <>
          <ContactNote />
          {action}
        </>
      }
    />
  );
}

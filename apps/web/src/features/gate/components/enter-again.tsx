import { Notice } from '../../../components/ui/notice.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';

/** Says why a visitor who has entered before must enter again. */
export default function EnterAgain({ reason }: { reason: 'acceptAgain' | 'proofRequired' }) {
  return (
    <Notice>
      <p>{useEntryMessages()[reason]}</p>
    </Notice>
  );
}

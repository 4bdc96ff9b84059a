import { Notice } from '../../../components/ui/notice.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';

/** Says that the terms must be accepted again. */
export default function AcceptAgain() {
  return (
    <Notice>
      <p>{useEntryMessages().acceptAgain}</p>
    </Notice>
  );
}

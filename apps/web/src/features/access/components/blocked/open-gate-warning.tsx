import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../../../components/ui/notice.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { gateModeQuery } from '../../api/gate-mode.js';

/** Warns that a block is easily evaded, while nobody has to prove an address. */
export function OpenGateWarning() {
  const t = useAccessPageMessages().access.blocked;
  const gate = useQuery(gateModeQuery);
  if (gate.data?.gateMode !== 'open') return null;
  return (
    <Notice alarming>
      <p>{t.openWarning}</p>
    </Notice>
  );
}

import { AdminMain } from '../../../components/layout/admin-main.js';
import { useAccessPageMessages } from '../../../messages/access-page/use-access-page-messages.js';
import { BlockedSection } from './blocked/blocked-section.js';
import { GateSection } from './gate/gate-section.js';
import { InvitationsSection } from './invitations/invitations-section.js';
import { InviteSection } from './invite/invite-section.js';
import { RequestsSection } from './requests/requests-section.js';

interface AccessScreenProps {
  unlocked: boolean;
  onUnsaved: (discard: (() => void) | null) => void;
}

/** The page for access in the admin area. */
export function AccessScreen({ unlocked, onUnsaved }: AccessScreenProps) {
  const t = useAccessPageMessages().access;
  return (
    <AdminMain title={t.title} shown={unlocked}>
      <p className="-mt-2 px-1 text-muted">{t.intro}</p>
      <GateSection unlocked={unlocked} />
      <InviteSection unlocked={unlocked} onUnsaved={onUnsaved} />
      <InvitationsSection unlocked={unlocked} />
      <RequestsSection unlocked={unlocked} />
      <BlockedSection unlocked={unlocked} />
    </AdminMain>
  );
}

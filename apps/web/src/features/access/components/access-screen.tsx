import { AdminMain } from '../../../components/layout/admin-main.js';
import { useAccessPageMessages } from '../../../messages/access-page/use-access-page-messages.js';
import { GateSection } from './gate/gate-section.js';

interface AccessScreenProps {
  unlocked: boolean;
}

/** The page for access in the admin area. */
export function AccessScreen({ unlocked }: AccessScreenProps) {
  const t = useAccessPageMessages().access;
  return (
    <AdminMain title={t.title} shown={unlocked}>
      <p className="-mt-2 px-1 text-muted">{t.intro}</p>
      <GateSection unlocked={unlocked} />
    </AdminMain>
  );
}

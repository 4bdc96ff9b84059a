import { AdminMain } from '../../../components/layout/admin-main.js';
import { useLivePageMessages } from '../../../messages/live-page/use-live-page-messages.js';

interface LiveScreenProps {
  unlocked: boolean;
}

/** The live page of the admin area. */
export function LiveScreen({ unlocked }: LiveScreenProps) {
  const t = useLivePageMessages().live;
  return (
    <AdminMain title={t.title} shown={unlocked}>
      {null}
    </AdminMain>
  );
}

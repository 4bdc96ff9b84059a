import { AdminMain } from '../../../../components/layout/admin-main.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';

interface EngagementViewProps {
  trailerId: string;
  unlocked: boolean;
}

/** How a version was watched. */
export function EngagementView({ unlocked }: EngagementViewProps) {
  const t = useAudiencePageMessages().engagement;
  return (
    <AdminMain title={t.title} shown={unlocked}>
      {null}
    </AdminMain>
  );
}

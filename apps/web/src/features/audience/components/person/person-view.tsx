import { AdminMain } from '../../../../components/layout/admin-main.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';

interface PersonViewProps {
  personId: string;
  unlocked: boolean;
}

/** The visits of one person. */
export function PersonView({ unlocked }: PersonViewProps) {
  const t = useAudiencePageMessages().person;
  return (
    <AdminMain title={t.title} shown={unlocked}>
      {null}
    </AdminMain>
  );
}

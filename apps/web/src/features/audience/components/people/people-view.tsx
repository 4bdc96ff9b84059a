import { AdminMain } from '../../../../components/layout/admin-main.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';

interface PeopleViewProps {
  unlocked: boolean;
}

/** Overview and list of the people who came. */
export function PeopleView({ unlocked }: PeopleViewProps) {
  const t = useAudiencePageMessages().audience;
  return (
    <AdminMain title={t.title} shown={unlocked}>
      {null}
    </AdminMain>
  );
}

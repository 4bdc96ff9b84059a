import { AdminMain } from '../../../../components/layout/admin-main.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { usePeopleFilter } from '../../lib/people-filter.js';
import { OverviewSection } from './overview-section.js';
import { PeopleSection } from './people-section.js';

interface PeopleViewProps {
  unlocked: boolean;
}

/** Overview and list of the people who came. */
export function PeopleView({ unlocked }: PeopleViewProps) {
  const t = useAudiencePageMessages().audience;
  const { filter, change } = usePeopleFilter();
  return (
    <AdminMain title={t.title} shown={unlocked}>
      <OverviewSection
        unlocked={unlocked}
        trailerId={filter.trailerId}
        onVersion={(trailerId) => change({ trailerId })}
      />
      <PeopleSection unlocked={unlocked} filter={filter} onFilter={change} />
    </AdminMain>
  );
}

import { useSearchParams } from 'wouter';
import type { RenderBlockDialog } from '../../../lib/block-dialog.js';
import { EngagementView } from './engagement/engagement-view.js';
import { PeopleView } from './people/people-view.js';
import { PersonView } from './person/person-view.js';

interface AudienceScreenProps {
  unlocked: boolean;
  renderBlockDialog: RenderBlockDialog;
}

/** The page for the audience in the admin area. The address selects one of its views. */
export function AudienceScreen({ unlocked, renderBlockDialog }: AudienceScreenProps) {
  const [search] = useSearchParams();
  const personId = search.get('person');
  const trailerId = search.get('version');
  if (personId) {
    return (
      <PersonView
        key={personId}
        personId={personId}
        unlocked={unlocked}
        renderBlockDialog={renderBlockDialog}
      />
    );
  }
  if (trailerId) return <EngagementView trailerId={trailerId} unlocked={unlocked} />;
  return <PeopleView unlocked={unlocked} />;
}

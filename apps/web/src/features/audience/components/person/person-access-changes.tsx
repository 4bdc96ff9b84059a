import type { AccessHistory, PersonPage } from '@secure-preview/contracts';
import { KeyRound } from 'lucide-react';
import { Panel } from '../../../../components/ui/panel.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { AccessChanges } from './access-changes.js';

/** Changes of access that concern the person, not a single visit. Shows nothing without changes. */
export function PersonAccessChanges({ pages }: { pages: readonly PersonPage[] }) {
  const t = useAudiencePageMessages().person.changes;
  const history = joined(pages.flatMap(({ person }) => person.accessHistory ?? []));
  if (history.changes.length === 0) return null;
  return (
    <Panel title={t.title} icon={<KeyRound aria-hidden="true" />}>
      <p className="text-sm text-muted">{t.note}</p>
      <AccessChanges history={history} label={t.label} trailers={undefined} />
    </Panel>
  );
}

/** Joins what the pages know: each also has the blocks of the networks of its visits. */
function joined(histories: readonly AccessHistory[]): AccessHistory {
  const changes = new Map(
    histories.flatMap((history) => history.changes).map((change) => [change.id, change]),
  );
  return {
    changes: [...changes.values()].sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)),
    omitted: Math.max(0, ...histories.map(({ omitted }) => omitted)),
  };
}

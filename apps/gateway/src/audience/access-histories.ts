import type { AccessHistory, accessHistoryRpc, Flag, RpcOutput } from '@secure-preview/contracts';

type Stored = RpcOutput<typeof accessHistoryRpc.methods.read>;

/** Changes of the access of a person and of its visits. */
export interface AccessHistories {
  readonly person: AccessHistory;
  ofVisit(visitId: string): AccessHistory;
}

/** Returns histories in which blocks because of a known flag are automatic: auth-service does not know flags. */
export function historiesOf({ person, visits }: Stored, flags: readonly Flag[]): AccessHistories {
  const flagIds = new Set(flags.map(({ id }) => id));
  const historyOf = ({ changes, omitted }: Stored['person']): AccessHistory => ({
    changes: changes.map(({ commandId, ...change }) => ({
      ...change,
      by: change.by === 'portal' && flagIds.has(commandId) ? 'automatic' : change.by,
    })),
    omitted,
  });
  const byVisit = new Map(visits.map(({ leadId, ...history }) => [leadId, historyOf(history)]));
  return {
    person: historyOf(person),
    ofVisit: (visitId) => byVisit.get(visitId) ?? { changes: [], omitted: 0 },
  };
}

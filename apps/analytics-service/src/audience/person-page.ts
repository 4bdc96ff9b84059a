import { type personRpc, type RpcOutput } from '@secure-preview/contracts';

/** A page of the visits of a person, with the person. */
export type PersonPage = RpcOutput<typeof personRpc.methods.read>;
export type FoundPerson = PersonPage['person'];
export type FoundVisit = PersonPage['visits'][number];

/** Selects the leads of a person. */
export interface PersonKey {
  readonly id: string;
  /** Known form of the proved address; null for a claimed one. */
  readonly provedKey: string | null;
}

/** Position of the last visit of the previous page; the next page starts after it. */
export interface VisitPosition {
  readonly id: string;
  /** Text: a JavaScript date would lose the microseconds. */
  readonly capturedAt: string;
}

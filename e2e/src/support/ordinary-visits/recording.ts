import type { Visitor } from '../browser.js';

/** Network of visitors at the beginning, as a proxy in front of the portal names it: for documentation (RFC 5737). */
export const WIFI = '203.0.113.9';

/** Visitors that are recorded. */
export interface Recording {
  readonly visitor: Visitor;
  /** Opens the page in another tab. */
  readonly open: () => Promise<Visitor>;
  /** Opens the page on another device: another session, of the same person or of another one. */
  readonly arrive: (whose: 'same person' | 'other person') => Promise<Visitor>;
  /** Changes the address of all visitors. */
  readonly moveTo: (address: string) => void;
  /** Makes the present pause longer in replays, by milliseconds. */
  readonly prolong: (ms: number) => void;
}

export interface OrdinaryVisit {
  /** Does what visitors do. */
  readonly run: (recording: Recording) => Promise<void>;
  /** What cannot be recorded. */
  readonly derived?: string;
  /** The flag that it raises without what is derived. */
  readonly flagUnlessDerived?: 'twoNetworks';
  /** Whether its e-mail addresses are proved in replays. */
  readonly isProved?: true;
}

import type { Queryable } from '@secure-preview/service-kit/postgres';
import type { PlayingSession } from './observation.js';
import type { NewFlag } from './raise-flag.queries.js';
import { copyingFlag } from './rules/copying.js';
import { manySessionsFlag } from './rules/many-sessions.js';
import { noPlayerFlag } from './rules/no-player.js';
import { areSeveralNetworks, networkLimits, twoNetworksFlag } from './rules/two-networks.js';
import { watermarkFlag } from './rules/watermark.js';
import {
  manyPlayingSessions,
  suspectPeople,
  suspectVisits,
  usedAddresses,
  watermarkLosses,
} from './suspects.queries.js';
import { readNetworkUses, readTrailerVisit } from './visit-evidence.queries.js';

/** How far a pass looks back, in seconds of the database's clock. */
export interface LookBack {
  /** For rules about visits. At least ten minutes, by which deliveries may be dated back. */
  readonly visits: number;
  /** For the rule about networks, which reads what was recorded since the last pass. */
  readonly deliveries: number;
}

/** Applies rules to one visit or person. */
type Examination = (db: Queryable) => Promise<NewFlag[]>;

/** Finds whom rules must examine. @param now milliseconds of the database's clock */
type Check = (db: Queryable, lookBack: LookBack, now: number) => Promise<Examination[]>;

const BEFORE_SECONDS = networkLimits.withinMs / 1000;

const visits: Check = async (db, lookBack, now) =>
  (await suspectVisits(db, lookBack.visits)).map((key) => async (db) => {
    const visit = await readTrailerVisit(db, { ...key, leadIds: [key.leadId] });
    return [copyingFlag(visit), noPlayerFlag(visit, now)].flatMap((facts) =>
      facts ? [{ ...key, facts }] : [],
    );
  });

/** Examines the visits of a proved person together. A flag is about the last one. */
const repeatedVisits: Check = async (db, lookBack, now) =>
  (await suspectPeople(db, lookBack.visits)).map((key) => async (db) => {
    const visit = await readTrailerVisit(db, key);
    const [leadId] = key.leadIds;
    return [copyingFlag(visit), noPlayerFlag(visit, now)].flatMap((facts) =>
      facts && leadId ? [{ leadId, trailerId: key.trailerId, facts }] : [],
    );
  });

const networks: Check = async (db, lookBack) =>
  (await usedAddresses(db, lookBack.deliveries, BEFORE_SECONDS))
    .filter(({ ips }) => areSeveralNetworks(ips))
    .map(({ leadId }) => async (db) => {
      const facts = twoNetworksFlag(await readNetworkUses(db, leadId, lookBack.deliveries + BEFORE_SECONDS));
      return facts ? [{ leadId, trailerId: null, facts }] : [];
    });

const people: Check = async (db, _, now) => {
  const byPerson = new Map<string, PlayingSession[]>();
  for (const { provedKey, ...session } of await manyPlayingSessions(db))
    byPerson.set(provedKey, [...(byPerson.get(provedKey) ?? []), session]);
  return [...byPerson.values()].map((sessions) => async () => {
    const facts = manySessionsFlag(sessions, now);
    const [last] = sessions;
    return facts && last ? [{ leadId: last.leadId, trailerId: null, facts }] : [];
  });
};

const watermarks: Check = async (db, lookBack) =>
  (await watermarkLosses(db, lookBack.visits)).map(({ leadId, times }) => async () => {
    const facts = watermarkFlag(times);
    return facts ? [{ leadId, trailerId: null, facts }] : [];
  });

export const flagChecks = { visits, repeatedVisits, networks, people, watermarks } satisfies Record<
  string,
  Check
>;
export type FlagCheckName = keyof typeof flagChecks;
export const flagCheckNames = Object.keys(flagChecks) as FlagCheckName[];

import { Injectable } from '@nestjs/common';
import type { FlagKind } from '@secure-preview/contracts';
import { enqueueAlert } from '@secure-preview/service-kit/outbox';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { kindsThatBlock } from './flag-settings.queries.js';
import type { PlayingSession } from './observation.js';
import { insertFlag, lockPass, type NewFlag } from './raise-flag.queries.js';
import { copyingFlag } from './rules/copying.js';
import { manySessionsFlag } from './rules/many-sessions.js';
import { noPlayerFlag } from './rules/no-player.js';
import { areSeveralNetworks, networkLimits, twoNetworksFlag } from './rules/two-networks.js';
import { watermarkFlag } from './rules/watermark.js';
import { manyPlayingSessions, suspectVisits, usedAddresses, watermarkLosses } from './suspects.queries.js';
import { passTime, readNetworkUses, readTrailerVisit } from './visit-evidence.queries.js';

/** How far a pass looks back, in seconds of the database's clock. */
export interface LookBack {
  /** For rules about visits. At least ten minutes, by which deliveries may be dated back. */
  readonly visits: number;
  /** For the rule about networks, which reads what was recorded since the last pass. */
  readonly deliveries: number;
}

const BEFORE_SECONDS = networkLimits.withinMs / 1000;

@Injectable()
export class FlagWatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Applies all rules to what has changed, and stores each new flag with its alert in one transaction. One replica works
   * at a time.
   *
   * @returns the kinds of the new flags; undefined if another replica works
   */
  pass(lookBack: LookBack): Promise<FlagKind[] | undefined> {
    return this.dataSource.transaction(async (db) => {
      if (!(await lockPass(db))) return undefined;
      const raised: FlagKind[] = [];
      const found = await this.find(db, lookBack);
      const blocking = found.length > 0 ? await kindsThatBlock(db) : [];
      for (const flag of found) {
        if (await this.raise(db, flag, blocking.includes(flag.facts.kind))) raised.push(flag.facts.kind);
      }
      return raised;
    });
  }

  private async find(db: Queryable, lookBack: LookBack): Promise<NewFlag[]> {
    const now = await passTime(db);
    return [
      ...(await this.ofVisits(db, lookBack.visits, now)),
      ...(await this.ofNetworks(db, lookBack.deliveries)),
      ...(await this.ofPeople(db, now)),
      ...(await this.ofWatermarks(db, lookBack.visits)),
    ];
  }

  private async ofVisits(db: Queryable, withinSeconds: number, now: number): Promise<NewFlag[]> {
    const flags: NewFlag[] = [];
    for (const key of await suspectVisits(db, withinSeconds)) {
      const visit = await readTrailerVisit(db, key);
      for (const facts of [copyingFlag(visit, now), noPlayerFlag(visit, now)])
        if (facts) flags.push({ ...key, facts });
    }
    return flags;
  }

  private async ofNetworks(db: Queryable, withinSeconds: number): Promise<NewFlag[]> {
    const flags: NewFlag[] = [];
    for (const { leadId, ips } of await usedAddresses(db, withinSeconds, BEFORE_SECONDS)) {
      if (!areSeveralNetworks(ips)) continue;
      const facts = twoNetworksFlag(await readNetworkUses(db, leadId, withinSeconds + BEFORE_SECONDS));
      if (facts) flags.push({ leadId, trailerId: null, facts });
    }
    return flags;
  }

  private async ofPeople(db: Queryable, now: number): Promise<NewFlag[]> {
    const byPerson = new Map<string, PlayingSession[]>();
    for (const { provedKey, ...session } of await manyPlayingSessions(db))
      byPerson.set(provedKey, [...(byPerson.get(provedKey) ?? []), session]);
    return [...byPerson.values()].flatMap((sessions) => {
      const facts = manySessionsFlag(sessions, now);
      const [last] = sessions;
      return facts && last ? [{ leadId: last.leadId, trailerId: null, facts }] : [];
    });
  }

  private async ofWatermarks(db: Queryable, withinSeconds: number): Promise<NewFlag[]> {
    return (await watermarkLosses(db, withinSeconds)).flatMap(({ leadId, times }) => {
      const facts = watermarkFlag(times);
      return facts ? [{ leadId, trailerId: null, facts }] : [];
    });
  }

  private async raise(db: Queryable, flag: NewFlag, wantsBlock: boolean): Promise<boolean> {
    const added = await insertFlag(db, flag, wantsBlock);
    if (added === undefined) return false;
    const { id, personId, ...person } = added;
    const { leadId, trailerId, facts } = flag;
    await enqueueAlert(db, {
      key: `flagged:${id}`,
      kind: 'flagged',
      personKey: personId,
      ids: { flagId: id, flagKind: facts.kind, personId, leadId, trailerId },
      // The mail links to the person.
      details: { ...person, personId, facts },
    });
    return true;
  }
}

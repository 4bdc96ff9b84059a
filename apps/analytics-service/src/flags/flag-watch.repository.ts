import { Injectable } from '@nestjs/common';
import type { FlagKind } from '@secure-preview/contracts';
import { enqueueAlert } from '@secure-preview/service-kit/outbox';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { type FlagCheckName, flagCheckNames, flagChecks, type LookBack } from './flag-checks.js';
import { kindsThatBlock } from './flag-settings.queries.js';
import { insertFlag, lockPass, type NewFlag } from './raise-flag.queries.js';
import { passTime } from './visit-evidence.queries.js';

/** Called with each check or examination that failed. */
type OnFailure = (check: FlagCheckName, error: unknown) => void;

@Injectable()
export class FlagWatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Applies all rules to what has changed. One replica works at a time. Each check, and each visit or person that it
   * finds, has a savepoint: one that fails stores nothing, and the others go on. A flag is stored with its alert.
   *
   * @returns the kinds of the new flags; undefined if another replica works
   */
  pass(lookBack: LookBack, onFailure: OnFailure): Promise<FlagKind[] | undefined> {
    return this.dataSource.transaction(async (db) => {
      if (!(await lockPass(db))) return undefined;
      const now = await passTime(db);
      const blocking = await kindsThatBlock(db);
      const attempt = async <T>(
        check: FlagCheckName,
        work: (db: Queryable) => Promise<T[]>,
      ): Promise<T[]> => {
        try {
          // A transaction within a transaction is a savepoint.
          return await db.transaction(work);
        } catch (error) {
          onFailure(check, error);
          return [];
        }
      };
      const raised: FlagKind[] = [];
      for (const check of flagCheckNames) {
        const examinations = await attempt(check, (db) => flagChecks[check](db, lookBack, now));
        for (const examine of examinations)
          raised.push(...(await attempt(check, async (db) => this.raise(db, await examine(db), blocking))));
      }
      return raised;
    });
  }

  /** Stores the flags that are new. Returns their kinds. */
  private async raise(
    db: Queryable,
    flags: readonly NewFlag[],
    blocking: readonly FlagKind[],
  ): Promise<FlagKind[]> {
    const raised: FlagKind[] = [];
    for (const flag of flags) {
      const { leadId, trailerId, facts } = flag;
      const isBlocking = blocking.includes(facts.kind);
      const added = await insertFlag(db, flag, isBlocking);
      if (added === undefined) continue;
      const { id, personId, ...person } = added;
      await enqueueAlert(db, {
        key: `flagged:${id}`,
        kind: 'flagged',
        personKey: personId,
        ids: { flagId: id, flagKind: facts.kind, personId, leadId, trailerId },
        // The mail links to the person.
        details: { ...person, personId, facts, isBlocking },
      });
      raised.push(facts.kind);
    }
    return raised;
  }
}

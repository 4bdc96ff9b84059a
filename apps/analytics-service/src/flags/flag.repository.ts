import { Injectable } from '@nestjs/common';
import type { Flag, FlagKind } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { flagsOfPerson, kindsOfLeads, setDismissed } from './flag.queries.js';

@Injectable()
export class FlagRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns flags of the person of a lead: those that count first, then newest first. */
  async ofPerson(leadId: string): Promise<{ flags: Flag[]; omitted?: number }> {
    const found = await flagsOfPerson(this.dataSource, leadId);
    const omitted = (found[0]?.total ?? 0) - found.length;
    const flags = found.map(({ total: _, ...flag }) => flag);
    return omitted > 0 ? { flags, omitted } : { flags };
  }

  /** Returns the kinds of the flags that count, without leads that have none. */
  kindsOfLeads(leadIds: readonly string[]): Promise<{ leadId: string; kinds: FlagKind[] }[]> {
    return kindsOfLeads(this.dataSource, leadIds);
  }

  /** Dismisses a flag, or counts it again. A repeated call changes nothing. @returns false if it is unknown */
  async dismiss(flagId: string, isDismissed: boolean, byName: string | null = null): Promise<boolean> {
    return (await setDismissed(this.dataSource, flagId, isDismissed, byName)) === 1;
  }
}

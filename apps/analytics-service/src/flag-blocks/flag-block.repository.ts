import { Injectable } from '@nestjs/common';
import type { FlagKind } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { readFlagSettings } from '../flags/flag-settings.queries.js';
import { flagsWithoutBlock, setBlocked } from './flag-block.queries.js';

/** A block that the settings asked for when a flag was raised. */
export interface WantedBlock {
  readonly flagId: string;
  readonly kind: FlagKind;
  readonly leadId: string;
  /** Address to block; null to end just the visit. */
  readonly provedEmail: string | null;
  /** Language of the note. */
  readonly language: string;
}

@Injectable()
export class FlagBlockRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns blocks that are still to be made, those of the newest flags first. */
  async wanted(): Promise<WantedBlock[]> {
    const found = await flagsWithoutBlock(this.dataSource);
    if (found.length === 0) return [];
    const { language } = await readFlagSettings(this.dataSource);
    return found.map((flag) => ({ ...flag, language }));
  }

  /** Records that the block was made. A repeated call changes nothing. */
  markBlocked(flagId: string): Promise<void> {
    return setBlocked(this.dataSource, flagId);
  }
}

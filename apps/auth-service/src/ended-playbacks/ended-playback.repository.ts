import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { EndedPlaybackEntity } from './ended-playback.entity.js';
import type { PlaybackChange, PlaybackState } from './ended-playback.js';
import {
  currentOf,
  currentOfChangedAfter,
  currentOfLeads,
  lockPlayback,
  newestChange,
  settledChange,
} from './ended-playback.queries.js';

/** Stores when playbacks were ended and allowed. Rows are never changed. */
@Injectable()
export class EndedPlaybackRepository {
  constructor(
    @InjectRepository(EndedPlaybackEntity) private readonly playbacks: Repository<EndedPlaybackEntity>,
  ) {}

  /**
   * Stores a change, unless the playback has that state already or the command was stored before. Returns the current
   * state.
   */
  change({ by, byName, ended, ...playback }: PlaybackChange, commandId: string): Promise<PlaybackState> {
    return this.playbacks.manager.transaction(async (transaction) => {
      await lockPlayback(transaction, playback);
      const before = await currentOf(transaction, playback);
      if ((before?.ended ?? false) !== ended) {
        await transaction
          .createQueryBuilder()
          .insert()
          .into(EndedPlaybackEntity)
          .values({ commandId, ...playback, ended, bySession: by, byName: byName ?? null })
          .orIgnore()
          .updateEntity(false)
          .execute();
      }
      return (await currentOf(transaction, playback)) ?? { ...playback, ended: false, version: 0 };
    });
  }

  /** Returns the current state of each playback of the leads that was ever ended. */
  ofLeads(leadIds: readonly string[]): Promise<PlaybackState[]> {
    return currentOfLeads(this.playbacks, leadIds);
  }

  /** Returns the current state of each playback that was changed after the change with this number. */
  changedAfter(number: number): Promise<PlaybackState[]> {
    return currentOfChangedAfter(this.playbacks, number);
  }

  /** Returns the number of the last change; 0 before the first. */
  newestNumber(): Promise<number> {
    return newestChange(this.playbacks);
  }

  /** Returns the last number, at least `after`, below which no change can be committed any more. */
  settledNumber(after: number): Promise<number> {
    return settledChange(this.playbacks, after);
  }
}

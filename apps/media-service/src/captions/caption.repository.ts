import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AppError, captionLimits } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { finishCommand, isFinishedCommand } from '../commands/finished-command.queries.js';
import { CaptionEntity } from './caption.entity.js';
import type { Caption } from './caption.js';
import { lockTrailer, selectText } from './caption.queries.js';

export interface NewCaption extends Caption {
  readonly trailerId: string;
  /** WebVTT. */
  readonly body: string;
}

export interface CaptionText {
  readonly body: string;
  readonly trailer: { readonly id: string; readonly shown: boolean };
}

/** Columns without the long text. */
const COLUMNS = { id: true, language: true, label: true } as const;

@Injectable()
export class CaptionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns the captions that a command stored. */
  async findAdded(commandId: string): Promise<Caption | undefined> {
    const { manager } = this.dataSource;
    return (await manager.findOne(CaptionEntity, { select: COLUMNS, where: { commandId } })) ?? undefined;
  }

  /**
   * Stores captions, which replace earlier captions in the same language. A repeated command stores nothing new.
   *
   * @throws AppError `TRAILER_NOT_FOUND`, `TOO_MANY_CAPTIONS`
   */
  put(caption: NewCaption, commandId: string): Promise<Caption> {
    const { id, trailerId, language, label } = caption;
    return this.dataSource.transaction(async (manager) => {
      // The lock prevents concurrent calls from exceeding the limit or storing the captions of a command twice.
      if (!(await lockTrailer(manager, trailerId))) throw new AppError('TRAILER_NOT_FOUND');
      const existing = await manager.find(CaptionEntity, {
        select: { ...COLUMNS, commandId: true },
        where: { trailerId },
      });
      const repeated = existing.find((row) => row.commandId === commandId);
      if (repeated !== undefined) return repeated;
      const { perTrailer: max } = captionLimits;
      if (existing.filter((row) => row.language !== language).length >= max) {
        throw new AppError('TOO_MANY_CAPTIONS', { params: { max } });
      }
      await manager.delete(CaptionEntity, { trailerId, language });
      await manager.insert(CaptionEntity, { ...caption, commandId });
      return { id, language, label };
    });
  }

  /** Removes captions. Returns false if the trailer has no such captions, unless this command removed them before. */
  remove(trailerId: string, id: string, commandId: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.delete(CaptionEntity, { trailerId, id });
      if (affected === 0) return isFinishedCommand(manager, commandId);
      await finishCommand(manager, commandId);
      return true;
    });
  }

  /** Returns the WebVTT text and its trailer. */
  text(id: string): Promise<CaptionText | undefined> {
    return selectText(this.dataSource, id);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AppError, limits } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { IS_SHOWN } from '../../access/shown-trailer.queries.js';
import type { Caption } from '../caption.js';
import { CaptionRepository, type CaptionText, type NewCaption } from '../caption.repository.js';

@Injectable()
export class PostgresCaptionRepository extends CaptionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  async findAdded(commandId: string): Promise<Caption | undefined> {
    const [found] = await this.dataSource.query<Caption[]>(
      'SELECT id, language, label FROM caption WHERE command_id = $1',
      [commandId],
    );
    return found;
  }

  put({ id, trailerId, language, label, body }: NewCaption, commandId: string): Promise<Caption> {
    return this.dataSource.transaction(async (manager) => {
      // Locked, so that concurrent calls cannot exceed the limit or store the captions of one command twice.
      const trailers = await manager.query<unknown[]>('SELECT FROM trailer WHERE id = $1 FOR UPDATE', [
        trailerId,
      ]);
      if (trailers.length === 0) throw new AppError('TRAILER_NOT_FOUND');
      const there = await manager.query<(Caption & { commandId: string })[]>(
        'SELECT id, language, label, command_id AS "commandId" FROM caption WHERE trailer_id = $1',
        [trailerId],
      );
      const repeated = there.find((caption) => caption.commandId === commandId);
      if (repeated !== undefined)
        return { id: repeated.id, language: repeated.language, label: repeated.label };
      const { perTrailer: max } = limits.captions;
      if (there.filter((caption) => caption.language !== language).length >= max) {
        throw new AppError('TOO_MANY_CAPTIONS', { params: { max } });
      }
      await manager.query('DELETE FROM caption WHERE trailer_id = $1 AND language = $2', [
        trailerId,
        language,
      ]);
      await manager.query(
        `INSERT INTO caption (id, command_id, trailer_id, language, label, body)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [id, commandId, trailerId, language, label, body],
      );
      return { id, language, label };
    });
  }

  remove(trailerId: string, id: string, commandId: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [, removed] = (await manager.query('DELETE FROM caption WHERE trailer_id = $1 AND id = $2', [
        trailerId,
        id,
      ])) as [unknown, number];
      if (removed === 0) {
        const done = await manager.query<unknown[]>('SELECT FROM finished_command WHERE command_id = $1', [
          commandId,
        ]);
        return done.length > 0;
      }
      await manager.query('INSERT INTO finished_command (command_id) VALUES ($1) ON CONFLICT DO NOTHING', [
        commandId,
      ]);
      return true;
    });
  }

  async text(id: string): Promise<CaptionText | undefined> {
    const [found] = await this.dataSource.query<CaptionText[]>(
      `SELECT c.body, json_build_object('id', t.id, 'shown', ${IS_SHOWN}) AS trailer
       FROM caption c JOIN trailer t ON t.id = c.trailer_id WHERE c.id = $1`,
      [id],
    );
    return found;
  }
}

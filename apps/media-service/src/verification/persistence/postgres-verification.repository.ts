import type { DataSource } from 'typeorm';
import { enqueueForTrailer } from '../../job-queue/enqueue.js';
import { keepObject } from '../../storage/object-claims.queries.js';
import { lockPointer } from '../../trailers/persistence/trailer-rows.js';
import type { BrokenTrailer, GivenUpTrailer, KeptObject } from '../finding.js';
import { type StoredTrailer, VerificationRepository } from '../verification.repository.js';
import { canPlayWithout, failTrailer, processAgain, retireRenditions } from './repair-trailer.js';

export class PostgresVerificationRepository extends VerificationRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async known(keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ key: string }[]>(
      'SELECT key FROM stored_object WHERE key = ANY($1)',
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  kept(): Promise<KeptObject[]> {
    return this.dataSource.query<KeptObject[]>(
      `SELECT o.key, s.rendition_id AS "renditionId", p.id AS "posterId", t.id AS "sourceOf"
       FROM stored_object o
       LEFT JOIN segment s ON s.object_key = o.key
       LEFT JOIN rendition r ON r.id = s.rendition_id
       LEFT JOIN trailer of ON of.id = r.trailer_id
       LEFT JOIN poster p ON p.object_key = o.key AND EXISTS (SELECT FROM trailer WHERE poster_id = p.id)
       LEFT JOIN trailer t ON t.source_key = o.key
       WHERE o.delete_after IS NULL AND r.retired_at IS NULL AND of.status IS DISTINCT FROM 'failed'
         AND t.status IS DISTINCT FROM 'failed'
       ORDER BY o.key`,
    );
  }

  givenUp(): Promise<GivenUpTrailer[]> {
    return this.dataSource.query<GivenUpTrailer[]>(
      `SELECT t.id, t.title, array_agg(s.object_key) AS keys
       FROM trailer t JOIN rendition r ON r.trailer_id = t.id AND r.retired_at IS NULL
       JOIN segment s ON s.rendition_id = r.id
       WHERE t.status = 'failed' GROUP BY t.id`,
    );
  }

  async trailerOfRendition(renditionId: string): Promise<string | undefined> {
    const [row] = await this.dataSource.query<{ id: string }[]>(
      'SELECT trailer_id AS id FROM rendition WHERE id = $1',
      [renditionId],
    );
    return row?.id;
  }

  async trailer(id: string): Promise<StoredTrailer | undefined> {
    const [trailer] = await this.dataSource.query<StoredTrailer[]>(
      `SELECT id, title, source_key AS "sourceKey", source_etag AS "sourceEtag",
              EXISTS (SELECT FROM active_trailer WHERE trailer_id = id) AS active,
              (status = 'processing' OR (status = 'ready' AND NOT ladder_done)) AS "needsSource"
       FROM trailer WHERE id = $1`,
      [id],
    );
    return trailer;
  }

  async release(key: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE stored_object SET delete_after = clock_timestamp() WHERE key = $1 AND delete_after IS NULL',
      [key],
    );
  }

  async forget(key: string): Promise<void> {
    await this.dataSource.query('DELETE FROM stored_object WHERE key = $1 AND delete_after IS NULL', [key]);
  }

  async removePoster(posterId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query('UPDATE trailer SET poster_id = NULL WHERE poster_id = $1', [posterId]);
      await manager.query(
        'DELETE FROM stored_object WHERE key = (SELECT object_key FROM poster WHERE id = $1)',
        [posterId],
      );
    });
  }

  repair(broken: BrokenTrailer, sourceUsable: boolean, sentence: string) {
    const { id, renditionIds, sourceMissing } = broken;
    return this.dataSource.transaction(async (manager) => {
      await lockPointer(manager);
      const [trailer] = await manager.query<{ status: string; sourceKey: string }[]>(
        'SELECT status, source_key AS "sourceKey" FROM trailer WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (trailer === undefined || !['processing', 'ready'].includes(trailer.status)) return 'gone';
      if (trailer.status === 'ready' && (await canPlayWithout(manager, id, renditionIds))) {
        await retireRenditions(manager, id, renditionIds, sourceMissing);
        return 'retired';
      }
      if (sourceUsable && (await keepObject(manager, trailer.sourceKey))) {
        await processAgain(manager, id);
        return 'requeued';
      }
      await failTrailer(manager, id, sentence);
      return 'failed';
    });
  }
  bringBack(id: string): Promise<'returned' | 'gone'> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = (await manager.query(
        `UPDATE trailer SET status = 'ready', failure = NULL
         WHERE id = $1 AND status = 'failed'
           AND EXISTS (SELECT FROM rendition WHERE trailer_id = trailer.id AND retired_at IS NULL)
         RETURNING ladder_done AS "ladderDone"`,
        [id],
      )) as [{ ladderDone: boolean }[], number];
      const [trailer] = rows;
      if (trailer === undefined) return 'gone';
      if (!trailer.ladderDone) await enqueueForTrailer(manager, 'finish-trailer', { trailerId: id });
      return 'returned';
    });
  }
}

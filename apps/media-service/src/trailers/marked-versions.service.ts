import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, isUuid } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import type { Trailer } from './trailer.js';
import { TrailerRepository } from './trailer.repository.js';
import type { CheckedUpload } from './upload-check.service.js';

/** Milliseconds in which an upload of the largest size is read; less than the call has (`trailersRpc.mark`). */
const COPY_MS = 50_000;

/** Makes marked versions from kept uploads. */
@Injectable()
export class MarkedVersionsService {
  constructor(
    private readonly trailers: TrailerRepository,
    private readonly objects: StoredObjectsRepository,
    private readonly store: ObjectStore,
    @Inject(MEDIA_ENVIRONMENT) private readonly environment: Pick<MediaEnvironment, 'MARK_SEGMENT_SECONDS'>,
  ) {}

  /**
   * Makes a marked version of a trailer, with its texts, poster and captions, from a copy of its kept upload. Like a new
   * upload, it is shown once it can be played.
   *
   * @param origin the request that causes the processing
   * @throws AppError `TRAILER_NOT_FOUND`, `SOURCE_NOT_KEPT`
   */
  async create(trailerId: string, commandId: string, origin?: Origin): Promise<Trailer> {
    if (!isUuid(trailerId)) throw new AppError('TRAILER_NOT_FOUND');
    const repeated = await this.trailers.findAccepted({ commandId });
    if (repeated !== undefined) return repeated;
    if ((await this.trailers.find(trailerId)) === undefined) throw new AppError('TRAILER_NOT_FOUND');
    const version = {
      id: randomUUID(),
      source: await this.copyOfUpload(trailerId),
      markSegmentSeconds: this.environment.MARK_SEGMENT_SECONDS,
    };
    const created = await this.trailers.acceptVersionOf(trailerId, version, commandId, origin);
    if (created === undefined) throw new AppError('TRAILER_NOT_FOUND');
    return created;
  }

  /** Copies the upload, so that each version can be deleted without the other. */
  private async copyOfUpload(trailerId: string): Promise<CheckedUpload> {
    const source = await this.trailers.keptSource(trailerId);
    const stored = source && (await this.store.read(source.key, AbortSignal.timeout(COPY_MS)));
    if (source === undefined || stored === undefined) throw new AppError('SOURCE_NOT_KEPT');
    const key = randomObjectKey();
    await this.objects.announce([key]);
    await this.store.putStream(key, stored.body, stored.bytes);
    const copy = await this.store.facts(key);
    // Compared last, because what was begun to be read must be read to its end. The sweep deletes an unused copy.
    if (copy === undefined || stored.etag !== source.etag) throw new AppError('SOURCE_NOT_KEPT');
    return { key, ...copy };
  }
}

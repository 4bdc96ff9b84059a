import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, isUuid } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { ObjectStore } from '../storage/object-store.js';
import type { Trailer } from './trailer.js';
import { TrailerRepository } from './trailer.repository.js';

/** Makes marked versions from kept uploads. */
@Injectable()
export class MarkedVersionsService {
  constructor(
    private readonly trailers: TrailerRepository,
    private readonly store: ObjectStore,
    @Inject(MEDIA_ENVIRONMENT) private readonly environment: Pick<MediaEnvironment, 'MARK_SEGMENT_SECONDS'>,
  ) {}

  /**
   * Makes a marked version from the kept upload of a trailer, with its texts, poster and captions. Like a new upload, it
   * is shown once it can be played. While such a version is being made, returns that one.
   *
   * @param origin the request that causes the processing
   * @throws AppError `TRAILER_NOT_FOUND`, `SOURCE_NOT_KEPT`
   */
  async create(trailerId: string, commandId: string, origin?: Origin): Promise<Trailer> {
    if (!isUuid(trailerId)) throw new AppError('TRAILER_NOT_FOUND');
    const repeated = await this.trailers.findAccepted({ commandId });
    if (repeated !== undefined) return repeated;
    if ((await this.trailers.find(trailerId)) === undefined) throw new AppError('TRAILER_NOT_FOUND');
    const source = await this.trailers.keptSource(trailerId);
    const stored = source && (await this.store.facts(source.key));
    if (source === undefined || stored?.etag !== source.etag) throw new AppError('SOURCE_NOT_KEPT');
    const version = { id: randomUUID(), trailerId, segmentSeconds: this.environment.MARK_SEGMENT_SECONDS };
    const created = await this.trailers.mark(version, commandId, origin);
    if (created === undefined) throw new AppError('TRAILER_NOT_FOUND');
    return created;
  }
}

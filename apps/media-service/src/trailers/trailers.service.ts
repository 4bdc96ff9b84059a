import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, isUuid, notice, type TrailerNotice } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { PostersService } from '../posters/posters.service.js';
import { uploadsAccepted } from '../uploads/uploads.metrics.js';
import { UploadsService } from '../uploads/uploads.service.js';
import { sanitiseDescription } from './description.js';
import type { DetailedTrailer, Trailer } from './trailer.js';
import { TrailerRepository } from './trailer.repository.js';
import { UploadCheckService } from './upload-check.service.js';

/** Maximum length of the list. A portal has an active trailer and a few earlier trailers. */
const LIST_LIMIT = 200;

export interface TrailerRequest {
  readonly title: string;
  readonly videoURL: string;
  readonly posterURL?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** Whether to mark the trailer. */
  readonly marked: boolean;
}

/** Manages trailers for the administrator, and selects the trailer that viewers see. */
@Injectable()
export class TrailersService {
  constructor(
    private readonly trailers: TrailerRepository,
    private readonly uploads: UploadsService,
    private readonly uploadCheck: UploadCheckService,
    private readonly posters: PostersService,
    @Inject(MEDIA_ENVIRONMENT) private readonly environment: MediaEnvironment,
  ) {}

  /** Days that a replaced trailer is kept. */
  get graceDays(): number {
    return this.environment.REPLACED_TRAILER_DAYS;
  }

  /**
   * Creates a trailer from an upload and starts its processing, as part of the request in `origin`. Returns the
   * existing trailer for the same upload or command. A rejected poster becomes the `warning` of the trailer.
   *
   * @throws AppError `UNKNOWN_UPLOAD_URL`, `UPLOAD_MISSING`, `VIDEO_TOO_LARGE`, `NOT_A_VIDEO`
   */
  async create(request: TrailerRequest, commandId: string, origin: Origin): Promise<Trailer> {
    const { objectKey } = await this.uploads.recognise('video', request.videoURL);
    const existing =
      (await this.trailers.findAccepted({ sourceKey: objectKey })) ??
      (await this.trailers.findAccepted({ commandId }));
    if (existing) return existing;
    const source = await this.uploadCheck.check(objectKey);
    const poster = await this.pendingPoster(request.posterURL);
    const description =
      request.description == null
        ? ((await this.trailers.shown())?.description ?? null)
        : sanitiseDescription(request.description);
    const { title } = request;
    const id = randomUUID();
    const markSegmentSeconds = request.marked ? this.environment.MARK_SEGMENT_SECONDS : null;
    const trailer = { id, title, description, markSegmentSeconds, source, ...poster };
    const accepted = await this.trailers.accept(trailer, commandId, origin);
    if (accepted.id === id) uploadsAccepted.inc({ kind: 'video' });
    return accepted;
  }

  /** @throws AppError `NO_ACTIVE_TRAILER` if no trailer is active or being processed */
  async active(): Promise<Trailer> {
    const trailer = await this.trailers.shown();
    if (trailer === undefined) throw new AppError('NO_ACTIVE_TRAILER');
    return trailer;
  }

  list(): Promise<DetailedTrailer[]> {
    return this.trailers.list(LIST_LIMIT);
  }

  /** @throws AppError `TRAILER_NOT_FOUND`, and any error for which a poster is rejected */
  async setPoster(id: string, posterURL: string): Promise<Trailer> {
    await this.require(id);
    const poster = await this.posters.fromUpload(posterURL);
    return requireFound(await this.trailers.setPoster(id, poster.id));
  }

  /** @throws AppError `TRAILER_NOT_FOUND` */
  async setDescription(id: string, markup: string): Promise<Trailer> {
    await this.require(id);
    return requireFound(await this.trailers.setDescription(id, sanitiseDescription(markup)));
  }

  /** @throws AppError `TRAILER_NOT_FOUND`, `TRAILER_NOT_READY`, `TRAILER_EXPIRED` */
  async activate(id: string): Promise<Trailer> {
    if (!isUuid(id)) throw new AppError('TRAILER_NOT_FOUND');
    return requireFound(await this.trailers.activate(id));
  }

  /** @throws AppError `TRAILER_NOT_FOUND`, `TRAILER_NOT_PROCESSING` */
  async cancel(id: string): Promise<Trailer> {
    if (!isUuid(id)) throw new AppError('TRAILER_NOT_FOUND');
    return requireFound(await this.trailers.cancel(id));
  }

  /** @throws AppError `TRAILER_NOT_FOUND`, `TRAILER_IS_ACTIVE` */
  async remove(id: string, commandId: string): Promise<void> {
    if (!isUuid(id) || !(await this.trailers.remove(id, commandId))) throw new AppError('TRAILER_NOT_FOUND');
  }

  private async require(id: string): Promise<Trailer> {
    return requireFound(isUuid(id) ? await this.trailers.find(id) : undefined);
  }

  private async pendingPoster(
    posterURL: string | null | undefined,
  ): Promise<{ posterId: string | null; warning: TrailerNotice | null }> {
    if (posterURL == null) return { posterId: null, warning: null };
    try {
      return { posterId: (await this.posters.fromUpload(posterURL)).id, warning: null };
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
      return {
        posterId: null,
        warning: notice('POSTER_NOT_APPLIED', { ...error.params, reason: error.code }),
      };
    }
  }
}

function requireFound(trailer: Trailer | undefined): Trailer {
  if (trailer === undefined) throw new AppError('TRAILER_NOT_FOUND');
  return trailer;
}

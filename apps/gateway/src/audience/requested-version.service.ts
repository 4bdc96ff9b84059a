import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Trailer } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { TRAILERS, type TrailersClient } from '../rpc/rpc.module.js';

/** Finds the version whose watched time a request reads. */
@Injectable()
export class RequestedVersionService {
  constructor(@Inject(TRAILERS) private readonly trailers: TrailersClient) {}

  /**
   * Returns the requested version, or the shown one; null while none is shown.
   *
   * @throws AppError `TRAILER_NOT_FOUND` for an unknown version
   */
  async find(
    requested: string | undefined,
    http: RequestContext,
  ): Promise<Pick<Trailer, 'id' | 'title'> | null> {
    const { trailers } = await this.trailers.list({}, http.call);
    if (requested === undefined) return trailers.find(({ active }) => active) ?? null;
    const id = requested.toLowerCase();
    const found = trailers.find((trailer) => trailer.id === id);
    if (!found) throw new AppError('TRAILER_NOT_FOUND');
    return found;
  }

  /** Returns the id of the version that `find` returns. @throws AppError `TRAILER_NOT_FOUND` */
  async idOf(requested: string | undefined, http: RequestContext): Promise<string | null> {
    return (await this.find(requested, http))?.id ?? null;
  }
}

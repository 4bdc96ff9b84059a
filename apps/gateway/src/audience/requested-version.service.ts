import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { TRAILERS, type TrailersClient } from '../rpc/rpc.module.js';

/** Finds the version whose watched time a request reads. */
@Injectable()
export class RequestedVersionService {
  constructor(@Inject(TRAILERS) private readonly trailers: TrailersClient) {}

  /**
   * Returns the id of the requested version, or of the shown one; null while none is shown.
   *
   * @throws AppError `TRAILER_NOT_FOUND` for an unknown version
   */
  async idOf(requested: string | undefined, http: RequestContext): Promise<string | null> {
    const { trailers } = await this.trailers.list({}, http.call);
    if (requested === undefined) return trailers.find(({ active }) => active)?.id ?? null;
    const id = requested.toLowerCase();
    if (!trailers.some((trailer) => trailer.id === id)) throw new AppError('TRAILER_NOT_FOUND');
    return id;
  }
}

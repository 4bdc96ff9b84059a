import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Engagement, isUuid } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { ENGAGEMENT, type EngagementClient, TRAILERS, type TrailersClient } from '../rpc/rpc.module.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

/** Reads how versions were watched, by days of the portal's time zone. */
@Injectable()
export class EngagementService {
  constructor(
    @Inject(ENGAGEMENT) private readonly engagement: EngagementClient,
    @Inject(TRAILERS) private readonly trailers: TrailersClient,
    private readonly settings: SettingsFollowerService,
  ) {}

  /** @throws AppError `TRAILER_NOT_FOUND` for a version that nobody watched and that is not listed */
  async read(trailerId: string, http: RequestContext): Promise<Engagement> {
    if (!isUuid(trailerId)) throw new AppError('TRAILER_NOT_FOUND');
    const { timeZone } = this.settings.current.values;
    const engagement = await this.engagement.read({ trailerId, timeZone }, http.call);
    if (engagement.viewers > 0) return engagement;
    // Without viewings, only media-service knows the version and its length.
    const { trailers } = await this.trailers.list({}, http.call);
    const trailer = trailers.find(({ id }) => id === trailerId.toLowerCase());
    if (!trailer) throw new AppError('TRAILER_NOT_FOUND');
    return { ...engagement, lengthSeconds: trailer.durationSeconds || null };
  }
}

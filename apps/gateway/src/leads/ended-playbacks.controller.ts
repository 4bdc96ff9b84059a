import { Controller, Inject } from '@nestjs/common';
import { AppError, isUuid, type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { ENDED_PLAYBACKS, type EndedPlaybacksClient, LEADS, type LeadsClient } from '../rpc/rpc.module.js';

const { endedPlaybacks } = routes;
type Params = RouteInput<typeof endedPlaybacks.end>['params'];

@Controller()
export class EndedPlaybacksController {
  constructor(
    @Inject(LEADS) private readonly leads: LeadsClient,
    @Inject(ENDED_PLAYBACKS) private readonly playbacks: EndedPlaybacksClient,
  ) {}

  @Route(endedPlaybacks.end)
  async end({ params }: RouteInput<typeof endedPlaybacks.end>, http: RequestContext) {
    return this.playbacks.end(await this.changeOf(params, http), http.call);
  }

  @Route(endedPlaybacks.allow)
  async allow({ params }: RouteInput<typeof endedPlaybacks.allow>, http: RequestContext) {
    return this.playbacks.allow(await this.changeOf(params, http), http.call);
  }

  /** Does not check whether the trailer exists: a mark of an unknown trailer has no effect. */
  private async changeOf({ leadId, trailerId }: Params, http: RequestContext) {
    if (!isUuid(trailerId)) throw new AppError('TRAILER_NOT_FOUND');
    const { known } = await this.leads.isKnown({ leadId }, http.call);
    if (!known) throw new AppError('LEAD_NOT_FOUND');
    return { leadId, trailerId, by: http.session.ref, byName: http.session.viewer.name };
  }
}

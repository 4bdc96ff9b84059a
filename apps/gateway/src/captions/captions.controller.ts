import { Controller, Inject } from '@nestjs/common';
import { CAPTIONS_TYPE, type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { CAPTIONS, type CaptionsClient } from '../rpc/rpc.module.js';
import { WatchingService } from '../viewing/watching.service.js';

const { captions } = routes;

/**
 * Serves captions from the gateway instead of storage: they are small, and browsers load text tracks from the
 * page's own origin.
 */
@Controller()
export class CaptionsController {
  constructor(
    @Inject(CAPTIONS) private readonly captions: CaptionsClient,
    private readonly watching: WatchingService,
  ) {}

  @Route(captions.add)
  async add({ params, body }: RouteInput<typeof captions.add>, http: RequestContext) {
    return this.captions.addCaptions({ ...params, ...body }, http.call);
  }

  @Route(captions.remove)
  async remove({ params }: RouteInput<typeof captions.remove>, http: RequestContext) {
    return this.captions.removeCaptions(params, http.call);
  }

  @Route(captions.read)
  async read({ params }: RouteInput<typeof captions.read>, http: RequestContext): Promise<undefined> {
    const input = { ...params, ...this.watching.requesterOf(http) };
    http.send(CAPTIONS_TYPE, (await this.captions.readCaptions(input, http.call)).body);
  }
}

import { Controller, Inject } from '@nestjs/common';
import { AppError, type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { TRAILERS, type TrailersClient } from '../rpc/rpc.module.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

const { trailers } = routes;

@Controller()
export class TrailersController {
  constructor(
    @Inject(TRAILERS) private readonly trailers: TrailersClient,
    private readonly settings: SettingsFollowerService,
  ) {}

  @Route(trailers.active)
  async active(_input: unknown, http: RequestContext) {
    return this.trailers.active({}, http.call);
  }

  @Route(trailers.list)
  async list(_input: unknown, http: RequestContext) {
    const { trailers: listed } = await this.trailers.list({}, http.call);
    return listed.map((trailer) => ({ ...trailer, markable: this.isMarking && trailer.markable === true }));
  }

  @Route(trailers.create)
  async create({ body }: RouteInput<typeof trailers.create>, http: RequestContext) {
    return this.trailers.create({ ...body, marked: this.isMarking }, http.call);
  }

  @Route(trailers.mark)
  async mark({ params }: RouteInput<typeof trailers.mark>, http: RequestContext) {
    if (!this.isMarking) throw new AppError('MARKING_OFF');
    return this.trailers.mark(params, http.call);
  }

  @Route(trailers.setPoster)
  async setPoster({ params, body }: RouteInput<typeof trailers.setPoster>, http: RequestContext) {
    return this.trailers.setPoster({ ...params, ...body }, http.call);
  }

  @Route(trailers.setDescription)
  async setDescription({ params, body }: RouteInput<typeof trailers.setDescription>, http: RequestContext) {
    return this.trailers.setDescription({ ...params, ...body }, http.call);
  }

  @Route(trailers.activate)
  async activate({ params }: RouteInput<typeof trailers.activate>, http: RequestContext) {
    return this.trailers.activate(params, http.call);
  }

  @Route(trailers.cancel)
  async cancel({ params }: RouteInput<typeof trailers.cancel>, http: RequestContext) {
    return this.trailers.cancel(params, http.call);
  }

  @Route(trailers.remove)
  async remove({ params }: RouteInput<typeof trailers.remove>, http: RequestContext) {
    return this.trailers.remove(params, http.call);
  }

  /** Whether new trailers are marked. */
  private get isMarking(): boolean {
    return this.settings.current.values.forensicMarking;
  }
}

import { Controller, Inject } from '@nestjs/common';
import { AppError, isUuid, type RouteInput, type RouteResult, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { FLAGS, type FlagsClient } from '../rpc/rpc.module.js';

const { flags } = routes;

@Controller()
export class FlagsController {
  constructor(@Inject(FLAGS) private readonly flags: FlagsClient) {}

  @Route(flags.dismiss)
  async dismiss(
    { params: { flagId }, body: { dismissed } }: RouteInput<typeof flags.dismiss>,
    http: RequestContext,
  ): Promise<RouteResult<typeof flags.dismiss>> {
    if (!isUuid(flagId)) throw new AppError('LEAD_NOT_FOUND');
    return this.flags.dismiss({ flagId, dismissed, byName: http.session.viewer.name }, http.call);
  }
}

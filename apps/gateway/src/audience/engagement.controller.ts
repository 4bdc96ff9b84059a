import { Controller } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { EngagementService } from './engagement.service.js';

const { engagement } = routes;

@Controller()
export class EngagementController {
  constructor(private readonly engagement: EngagementService) {}

  @Route(engagement.read)
  async read({ params }: RouteInput<typeof engagement.read>, http: RequestContext) {
    return this.engagement.read(params.trailerId, http);
  }
}

import { Controller } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { GateModeService } from './gate-mode.service.js';

const { gateMode } = routes;

@Controller()
export class GateModeController {
  constructor(private readonly gate: GateModeService) {}

  @Route(gateMode.read)
  async read(_input: unknown, http: RequestContext) {
    return this.gate.read(http);
  }

  @Route(gateMode.sendTestCode)
  async sendTestCode({ body }: RouteInput<typeof gateMode.sendTestCode>, http: RequestContext) {
    return this.gate.sendTestCode(body, http);
  }

  @Route(gateMode.change)
  async change({ body }: RouteInput<typeof gateMode.change>, http: RequestContext) {
    return this.gate.change(body, http);
  }
}

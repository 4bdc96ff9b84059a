import { Controller } from '@nestjs/common';
import { AppError, routes } from '@secure-preview/contracts';
import { Route } from '../http/route.decorator.js';
import { StartupService } from './startup.service.js';

@Controller()
export class HealthController {
  constructor(private readonly startup: StartupService) {}

  @Route(routes.portal.live)
  async live() {
    return { status: 'ok' as const };
  }

  @Route(routes.portal.ready)
  async ready() {
    if (!this.startup.isReady()) throw new AppError('SERVICE_UNAVAILABLE');
    return { status: 'ok' as const };
  }
}

import { Controller } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import { openApiDocument } from '@secure-preview/contracts/openapi';
import { GateArtService } from '../gate-art/gate-art.service.js';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { PortalConfigService } from './portal-config.service.js';

const openApi = JSON.stringify(openApiDocument());

@Controller()
export class PortalController {
  constructor(
    private readonly portal: PortalConfigService,
    private readonly gateArt: GateArtService,
  ) {}

  @Route(routes.portal.config)
  async config({ query }: RouteInput<typeof routes.portal.config>, http: RequestContext) {
    return { ...this.portal.config(query.language), gateArt: this.gateArt.shownTo(http) };
  }

  @Route(routes.portal.previewTexts)
  async previewTexts() {
    return this.portal.previewTexts;
  }

  @Route(routes.portal.openapi)
  async openapi(_input: unknown, http: RequestContext): Promise<undefined> {
    http.send('application/json', openApi);
  }
}

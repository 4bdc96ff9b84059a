import { Controller, Inject } from '@nestjs/common';
import { routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { UPLOADS, type UploadsClient } from '../rpc/rpc.module.js';

@Controller()
export class UploadsController {
  constructor(@Inject(UPLOADS) private readonly uploads: UploadsClient) {}

  @Route(routes.uploads.video)
  async video(_input: unknown, http: RequestContext) {
    return this.uploads.issue({ kind: 'video', browser: http.browser }, http.call);
  }

  @Route(routes.uploads.poster)
  async poster(_input: unknown, http: RequestContext) {
    return this.uploads.issue({ kind: 'poster', browser: http.browser }, http.call);
  }
}

import { Controller, Inject } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { UPLOADS, type UploadsClient } from '../rpc/rpc.module.js';

@Controller()
export class UploadsController {
  constructor(@Inject(UPLOADS) private readonly uploads: UploadsClient) {}

  @Route(routes.uploads.video)
  async video({ body: file }: RouteInput<typeof routes.uploads.video>, http: RequestContext) {
    return this.uploads.issue({ kind: 'video', browser: http.browser, file }, http.call);
  }

  @Route(routes.uploads.poster)
  async poster({ body: file }: RouteInput<typeof routes.uploads.poster>, http: RequestContext) {
    return this.uploads.issue({ kind: 'poster', browser: http.browser, file }, http.call);
  }

  @Route(routes.uploads.logo)
  async logo({ body: file }: RouteInput<typeof routes.uploads.logo>, http: RequestContext) {
    return this.uploads.issue({ kind: 'logo', browser: http.browser, file }, http.call);
  }

  @Route(routes.uploads.keyArt)
  async keyArt({ body: file }: RouteInput<typeof routes.uploads.keyArt>, http: RequestContext) {
    return this.uploads.issue({ kind: 'keyArt', browser: http.browser, file }, http.call);
  }

  @Route(routes.uploads.clip)
  async clip({ body: file }: RouteInput<typeof routes.uploads.clip>, http: RequestContext) {
    return this.uploads.issue({ kind: 'clip', browser: http.browser, file }, http.call);
  }
}

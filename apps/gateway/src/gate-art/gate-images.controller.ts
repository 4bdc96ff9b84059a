import { Controller, Inject } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { GATE_IMAGES, type GateImagesClient } from '../rpc/rpc.module.js';
import { GateArtService } from './gate-art.service.js';
import { GateImageCacheService } from './gate-image-cache.service.js';

const { gateImages } = routes;

@Controller()
export class GateImagesController {
  constructor(
    private readonly art: GateArtService,
    private readonly cache: GateImageCacheService,
    @Inject(GATE_IMAGES) private readonly client: GateImagesClient,
  ) {}

  @Route(gateImages.finishUpload)
  async finishUpload({ body }: RouteInput<typeof gateImages.finishUpload>, http: RequestContext) {
    return this.client.createGateImage(body, http.call);
  }

  @Route(gateImages.read)
  async read({ params }: RouteInput<typeof gateImages.read>, http: RequestContext): Promise<undefined> {
    const { mayStore } = this.art.assertShown(params.imageId, http);
    const { contentType, bytes } = await this.cache.get(params.imageId, http);
    // Never `public`: a shared cache would go on serving it after gate art was turned off.
    const caching = mayStore ? 'private, max-age=31536000, immutable' : 'private, no-store';
    http.response.setHeader('Cache-Control', caching);
    http.response.setHeader('ETag', `"${params.imageId}"`);
    http.send(contentType, bytes);
  }
}

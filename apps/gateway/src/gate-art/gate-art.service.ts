import { Inject, Injectable } from '@nestjs/common';
import { AppError, type GateArt } from '@secure-preview/contracts';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';
import { gateArtFor } from './gate-art.js';
import { InvitedBrowsers } from './invited-browsers.js';

/** Decides which browsers see the images of the gate (docs/product.md#gate-art). */
@Injectable()
export class GateArtService {
  private readonly browsers: InvitedBrowsers;

  constructor(
    private readonly settings: SettingsFollowerService,
    @Inject(GATEWAY_ENVIRONMENT) environment: GatewayEnvironment,
  ) {
    this.browsers = new InvitedBrowsers(environment.SESSION_SECRET);
  }

  /** Returns the images that the gate shows to this browser; null for none. */
  shownTo({ request }: RequestContext): GateArt | null {
    return gateArtFor(this.settings.current.values, this.browsers.recognises(request));
  }

  /** Remembers that an invitation link was exchanged in this browser. Does nothing while gate art is off. */
  rememberInvited({ request, response }: RequestContext): void {
    if (this.settings.current.values.gateArt) this.browsers.remember(request, response);
  }

  /** Forgets that an invitation link was exchanged in this browser. */
  forgetInvited({ request, response }: RequestContext): void {
    this.browsers.forget(request, response);
  }

  /**
   * Checks that a browser may load an image. Uploaders may load any, for the preview.
   *
   * @returns whether the browser may store the image
   * @throws AppError `NOT_FOUND`
   */
  assertShown(imageId: string, { request, level }: RequestContext): { mayStore: boolean } {
    const { values } = this.settings.current;
    const mayStore = values.gateMode !== 'invited';
    const isNamed = imageId === values.logoId || imageId === values.keyArtId;
    const isInvited = level !== 'anonymous' || this.browsers.recognises(request);
    if (isNamed && gateArtFor(values, isInvited) !== null) return { mayStore };
    if (level !== 'uploader') throw new AppError('NOT_FOUND');
    return { mayStore: false };
  }
}

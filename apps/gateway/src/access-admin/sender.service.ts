import { Injectable } from '@nestjs/common';
import { mailImagesOf } from '../gate-art/gate-art.js';
import type { RequestContext } from '../http/request-context.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

/** Provides what mails to invited people show, and who caused them. */
@Injectable()
export class SenderService {
  constructor(private readonly settings: SettingsFollowerService) {}

  of({ session }: RequestContext) {
    const { values } = this.settings.current;
    const { senderLine, companyName, timeZone } = values;
    const by = { sessionRef: session.ref, name: session.viewer.name };
    return { by, senderLine, companyName, timeZone, ...mailImagesOf(values) };
  }
}

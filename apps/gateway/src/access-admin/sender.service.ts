import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../http/request-context.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';

/** Provides what mails to invited people show, and who caused them. */
@Injectable()
export class SenderService {
  constructor(private readonly settings: SettingsFollowerService) {}

  of({ session }: RequestContext) {
    const { senderLine, companyName, timeZone } = this.settings.current.values;
    return { by: { sessionRef: session.ref, name: session.viewer.name }, senderLine, companyName, timeZone };
  }
}

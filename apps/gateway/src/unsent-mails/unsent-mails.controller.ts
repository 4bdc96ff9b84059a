import { Controller, Inject } from '@nestjs/common';
import { routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { UNSENT_MAILS, type UnsentMailsClient } from '../rpc/rpc.module.js';

@Controller()
export class UnsentMailsController {
  constructor(@Inject(UNSENT_MAILS) private readonly client: UnsentMailsClient) {}

  @Route(routes.unsentMails.list)
  async list(_input: unknown, http: RequestContext) {
    return this.client.list({}, http.call);
  }
}

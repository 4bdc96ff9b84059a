import { Controller, Inject } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { UNSENT_MAILS, type UnsentMailsClient } from '../rpc/rpc.module.js';

const { unsentMails } = routes;

@Controller()
export class UnsentMailsController {
  constructor(@Inject(UNSENT_MAILS) private readonly client: UnsentMailsClient) {}

  @Route(unsentMails.list)
  async list({ query }: RouteInput<typeof unsentMails.list>, http: RequestContext) {
    return this.client.list(query, http.call);
  }
}

import { Controller, Inject } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { ACCESS_REQUESTS, type AccessRequestsClient } from '../rpc/rpc.module.js';
import { SenderService } from './sender.service.js';

const { accessRequests } = routes;

@Controller()
export class AccessRequestsController {
  constructor(
    @Inject(ACCESS_REQUESTS) private readonly client: AccessRequestsClient,
    private readonly sender: SenderService,
  ) {}

  @Route(accessRequests.list)
  async list({ query }: RouteInput<typeof accessRequests.list>, http: RequestContext) {
    return this.client.list(query, http.call);
  }

  @Route(accessRequests.allow)
  async allow({ params }: RouteInput<typeof accessRequests.allow>, http: RequestContext) {
    return this.decide(params.requestId, 'allow', http);
  }

  @Route(accessRequests.dismiss)
  async dismiss({ params }: RouteInput<typeof accessRequests.dismiss>, http: RequestContext) {
    return this.decide(params.requestId, 'dismiss', http);
  }

  @Route(accessRequests.dismissAll)
  async dismissAll({ body }: RouteInput<typeof accessRequests.dismissAll>, http: RequestContext) {
    const { by } = this.sender.of(http);
    return this.client.dismissAll({ ...body, by }, http.call);
  }

  private decide(id: string, decision: 'allow' | 'dismiss', http: RequestContext) {
    return this.client.decide({ id, decision, ...this.sender.of(http) }, http.call);
  }
}

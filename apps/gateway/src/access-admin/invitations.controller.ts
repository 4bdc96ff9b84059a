import { Controller, Inject } from '@nestjs/common';
import { type RouteInput, routes } from '@secure-preview/contracts';
import { invitationUrl } from '@secure-preview/service-kit/outbox';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { INVITATIONS, type InvitationsClient } from '../rpc/rpc.module.js';
import { InvitationListService } from './invitation-list.service.js';
import { SenderService } from './sender.service.js';

const { invitations } = routes;

@Controller()
export class InvitationsController {
  constructor(
    @Inject(INVITATIONS) private readonly client: InvitationsClient,
    @Inject(GATEWAY_ENVIRONMENT) private readonly environment: GatewayEnvironment,
    private readonly lists: InvitationListService,
    private readonly sender: SenderService,
  ) {}

  @Route(invitations.list)
  async list({ query }: RouteInput<typeof invitations.list>, http: RequestContext) {
    return this.lists.list(query, http);
  }

  @Route(invitations.addRows)
  async addRows({ params, body }: RouteInput<typeof invitations.addRows>, http: RequestContext) {
    return this.client.addRows({ ...params, ...body }, http.call);
  }

  @Route(invitations.confirmImport)
  async confirmImport({ params, body }: RouteInput<typeof invitations.confirmImport>, http: RequestContext) {
    return this.client.confirmImport({ ...params, options: body, ...this.sender.of(http) }, http.call);
  }

  @Route(invitations.change)
  async change({ body }: RouteInput<typeof invitations.change>, http: RequestContext) {
    return this.client.change({ ...body, ...this.sender.of(http) }, http.call);
  }

  @Route(invitations.link)
  async link({ params }: RouteInput<typeof invitations.link>, http: RequestContext) {
    const { id, secret } = await this.client.secret({ id: params.invitationId }, http.call);
    const { protocol, host } = http.request;
    return { url: invitationUrl(this.environment.PUBLIC_ORIGIN ?? `${protocol}://${host}`, id, secret) };
  }
}

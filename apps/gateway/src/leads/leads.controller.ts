import { Controller, Inject } from '@nestjs/common';
import { leadsHeaders, type RouteInput, type RouteResult, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { LEADS, type LeadsClient } from '../rpc/rpc.module.js';

type ListRoute = typeof routes.leads.list;

@Controller()
export class LeadsController {
  constructor(@Inject(LEADS) private readonly leads: LeadsClient) {}

  @Route(routes.leads.list)
  async list({ query }: RouteInput<ListRoute>, http: RequestContext): Promise<RouteResult<ListRoute>> {
    const { leads, total, nextCursor } = await this.leads.list(query, http.call);
    http.response.setHeader(leadsHeaders.total, String(total));
    if (nextCursor !== null) http.response.setHeader(leadsHeaders.nextCursor, nextCursor);
    return leads;
  }
}

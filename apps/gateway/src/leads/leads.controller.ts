import { Controller, Inject } from '@nestjs/common';
import { AppError, leadsHeaders, type RouteInput, type RouteResult, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { LEAD_ACCESS, LEADS, type LeadAccessClient, type LeadsClient } from '../rpc/rpc.module.js';
import { LeadListService } from './lead-list.service.js';

const { leads } = routes;

const byOf = ({ session }: RequestContext) => ({ by: session.ref, byName: session.viewer.name });

@Controller()
export class LeadsController {
  constructor(
    private readonly leadList: LeadListService,
    @Inject(LEADS) private readonly leads: LeadsClient,
    @Inject(LEAD_ACCESS) private readonly access: LeadAccessClient,
  ) {}

  @Route(leads.list)
  async list(
    { query }: RouteInput<typeof leads.list>,
    http: RequestContext,
  ): Promise<RouteResult<typeof leads.list>> {
    const {
      leads: page,
      total,
      totalEstimated,
      nextCursor,
      hasProofs,
    } = await this.leadList.list(query, http);
    http.response.setHeader(leadsHeaders.total, String(total));
    if (totalEstimated) http.response.setHeader(leadsHeaders.totalEstimated, 'true');
    if (nextCursor !== null) http.response.setHeader(leadsHeaders.nextCursor, nextCursor);
    if (hasProofs) http.response.setHeader(leadsHeaders.hasProofs, 'true');
    return page;
  }

  @Route(leads.export)
  async export(
    { query }: RouteInput<typeof leads.export>,
    http: RequestContext,
  ): Promise<RouteResult<typeof leads.export>> {
    return this.leadList.exportPage(query, http);
  }

  @Route(leads.endVisit)
  async endVisit({ params }: RouteInput<typeof leads.endVisit>, http: RequestContext) {
    const { leadId } = params;
    if (leadId.toLowerCase() === http.session.viewer.leadId) throw new AppError('CANNOT_END_OWN_VISIT');
    await this.assertKnown(leadId, http);
    return this.access.endVisit({ leadId, ...byOf(http) }, http.call);
  }

  @Route(leads.allowVisit)
  async allowVisit({ params }: RouteInput<typeof leads.allowVisit>, http: RequestContext) {
    const { leadId } = params;
    await this.assertKnown(leadId, http);
    return this.access.allowVisit({ leadId, ...byOf(http) }, http.call);
  }

  private async assertKnown(leadId: string, http: RequestContext): Promise<void> {
    const { known } = await this.leads.isKnown({ leadId }, http.call);
    if (!known) throw new AppError('LEAD_NOT_FOUND');
  }
}

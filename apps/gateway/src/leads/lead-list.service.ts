import { Inject, Injectable } from '@nestjs/common';
import type { leadsRpc, RouteInput, RouteResult, RpcOutput, routes } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { LEAD_STANDING, LEADS, type LeadStandingClient, type LeadsClient } from '../rpc/rpc.module.js';

type ListRoute = typeof routes.leads.list;
type CapturedLead = RpcOutput<typeof leadsRpc.methods.list>['leads'][number];

export interface LeadList {
  leads: RouteResult<ListRoute>;
  total: number;
  totalEstimated: boolean;
  nextCursor: string | null;
}

interface Standing {
  shutOut: readonly string[];
  staff: readonly string[];
}

/** Puts together what analytics knows of leads and how auth-service says they stand. */
@Injectable()
export class LeadListService {
  constructor(
    @Inject(LEADS) private readonly leads: LeadsClient,
    @Inject(LEAD_STANDING) private readonly standings: LeadStandingClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async list(query: RouteInput<ListRoute>['query'], http: RequestContext): Promise<LeadList> {
    const page = await this.leads.list(query, http.call);
    const standing = await this.#standingOf(page.leads, http);
    const { leadId } = http.session.viewer;
    return {
      ...page,
      leads: page.leads.map((lead) => ({ ...withStanding(lead, standing), own: lead.id === leadId })),
    };
  }

  /** Undefined while auth-service is away: who came can be read all the same. */
  async #standingOf(leads: readonly CapturedLead[], http: RequestContext): Promise<Standing | undefined> {
    if (leads.length === 0) return undefined;
    try {
      return await this.standings.standing({ leadIds: leads.map(({ id }) => id) }, http.call);
    } catch (error) {
      this.logger.warn({ err: error, requestId: http.call.requestId }, 'how leads stand is not known');
      return undefined;
    }
  }
}

/** What staff watched is no viewing. */
function withStanding(lead: CapturedLead, standing: Standing | undefined): LeadList['leads'][number] {
  if (!standing) return lead;
  const shutOut = standing.shutOut.includes(lead.id);
  const staff = standing.staff.includes(lead.id);
  if (!staff) return { ...lead, shutOut, staff };
  const none = { watchedSeconds: 0, watchedShare: null, lastSeenAt: null };
  return { ...lead, ...none, deliveredSeconds: null, deliveredShare: null, shutOut, staff };
}

import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { leadsRpc, RouteInput, RouteResult, RpcOutput, routes } from '@secure-preview/contracts';
import { type Logger, networkOf } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import {
  BLOCKS,
  type BlocksClient,
  LEAD_ACCESS,
  LEADS,
  type LeadAccessClient,
  type LeadsClient,
} from '../rpc/rpc.module.js';

type ListRoute = typeof routes.leads.list;
type ExportRoute = typeof routes.leads.export;
type CapturedLead = RpcOutput<typeof leadsRpc.methods.list>['leads'][number];

export interface LeadList {
  leads: RouteResult<ListRoute>;
  total: number;
  totalEstimated: boolean;
  nextCursor: string | null;
  hasProofs: boolean;
}

interface LeadAccess {
  ended: readonly string[];
  staff: readonly string[];
}

/** Joins leads from analytics-service with their access status from auth-service. */
@Injectable()
export class LeadListService {
  constructor(
    @Inject(LEADS) private readonly leads: LeadsClient,
    @Inject(LEAD_ACCESS) private readonly access: LeadAccessClient,
    @Inject(BLOCKS) private readonly blocks: BlocksClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async list(query: RouteInput<ListRoute>['query'], http: RequestContext): Promise<LeadList> {
    const page = await this.leads.list(query, http.call);
    const [status, blocks] = await Promise.all([
      this.accessStatusOf(page.leads, http),
      this.blocksOf(page.leads, http),
    ]);
    const { leadId } = http.session.viewer;
    return {
      ...page,
      leads: page.leads.map((lead, index) => ({
        ...withAccessStatus(lead, status),
        ...(blocks ? { blocks: blocks[index] ?? [] } : {}),
        ...networkOfLead(lead),
        own: lead.id === leadId,
      })),
    };
  }

  /** Returns a page of an export. Fails while auth-service is unavailable, so that staff never count as viewers. */
  async exportPage(
    query: RouteInput<ExportRoute>['query'],
    http: RequestContext,
  ): Promise<RouteResult<ExportRoute>> {
    const page = await this.leads.export(query, http.call);
    const leadIds = page.leads.map(({ id }) => id);
    if (leadIds.length === 0) return page;
    const { staff } = await this.access.accessStatus({ leadIds }, http.call);
    return {
      ...page,
      leads: page.leads.map((lead) => (staff.includes(lead.id) ? { ...lead, ...noStats } : lead)),
    };
  }

  private accessStatusOf(leads: readonly CapturedLead[], http: RequestContext) {
    const leadIds = leads.map(({ id }) => id);
    return this.ifAvailable('access status', leads, http, () =>
      this.access.accessStatus({ leadIds }, http.call),
    );
  }

  private async blocksOf(leads: readonly CapturedLead[], http: RequestContext) {
    const visitors = leads.map(({ email, ipAddress }) => ({ email, ip: ipAddress }));
    const found = await this.ifAvailable('blocks', leads, http, () =>
      this.blocks.concerning({ visitors }, http.call),
    );
    return found?.blocks;
  }

  /** Returns undefined while auth-service is unavailable: the list is useful without the access of leads. */
  private async ifAvailable<T>(
    what: string,
    leads: readonly CapturedLead[],
    http: RequestContext,
    read: () => Promise<T>,
  ): Promise<T | undefined> {
    if (leads.length === 0) return undefined;
    try {
      return await read();
    } catch (error) {
      this.logger.warn({ err: error, requestId: http.call.requestId }, `${what} of leads: unavailable`);
      return undefined;
    }
  }
}

function networkOfLead({ ipAddress }: CapturedLead): { network?: string } {
  const network = ipAddress === null || !isIP(ipAddress) ? undefined : networkOf(ipAddress);
  return network === undefined ? {} : { network };
}

/** Viewing stats of staff. */
const noStats = {
  watchedSeconds: 0,
  watchedShare: null,
  lastSeenAt: null,
  deliveredSeconds: null,
  deliveredShare: null,
};

/** Adds the access status to a lead. Clears the viewing stats and the person of staff. */
function withAccessStatus(lead: CapturedLead, status: LeadAccess | undefined): LeadList['leads'][number] {
  if (!status) return lead;
  const visitEnded = status.ended.includes(lead.id);
  const staff = status.staff.includes(lead.id);
  if (!staff) return { ...lead, visitEnded, staff };
  const { personId: _, ...staffLead } = lead;
  return { ...staffLead, ...noStats, visitEnded, staff };
}

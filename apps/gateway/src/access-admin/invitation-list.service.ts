import { Inject, Injectable } from '@nestjs/common';
import { type invitationsRoutes, type RouteInput, type RouteResult } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { INVITATIONS, type InvitationsClient, LEADS, type LeadsClient } from '../rpc/rpc.module.js';

type Query = RouteInput<typeof invitationsRoutes.list>['query'];

/** Lists invitations of auth-service with the shares watched from analytics-service. */
@Injectable()
export class InvitationListService {
  constructor(
    @Inject(INVITATIONS) private readonly invitations: InvitationsClient,
    @Inject(LEADS) private readonly leads: LeadsClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Shares are absent while analytics-service is unavailable. */
  async list(query: Query, http: RequestContext): Promise<RouteResult<typeof invitationsRoutes.list>> {
    const page = await this.invitations.list(query, http.call);
    const shares = await this.shares(
      page.invitations.map(({ id }) => id),
      http,
    );
    if (!shares) return page;
    const invitations = page.invitations.map((invitation) => ({
      ...invitation,
      watchedShare: shares.get(invitation.id) ?? null,
    }));
    return { ...page, invitations };
  }

  private async shares(invitationIds: string[], http: RequestContext) {
    if (invitationIds.length === 0) return undefined;
    try {
      const { shares } = await this.leads.sharesOfInvitations({ invitationIds }, http.call);
      return new Map(shares.map(({ invitationId, share }) => [invitationId, share]));
    } catch (error) {
      this.logger.warn(
        { err: error, requestId: http.call.requestId },
        'the shares that invited people watched are unavailable',
      );
      return undefined;
    }
  }
}

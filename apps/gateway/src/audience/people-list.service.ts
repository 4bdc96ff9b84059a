import { Inject, Injectable } from '@nestjs/common';
import {
  type audienceRoutes,
  type RouteInput,
  type RouteResult,
  roundShare,
  roundToMs,
} from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import {
  INVITATIONS,
  type InvitationsClient,
  PEOPLE_LIST,
  type PeopleListClient,
} from '../rpc/rpc.module.js';
import { PersonBlocksService } from './person-blocks.service.js';
import { RequestedVersionService } from './requested-version.service.js';

type Routes = typeof audienceRoutes;
type Query = RouteInput<Routes['people']>['query'];

/** Joins people from analytics-service with their blocks and the invitations from auth-service. */
@Injectable()
export class PeopleListService {
  constructor(
    @Inject(PEOPLE_LIST) private readonly people: PeopleListClient,
    @Inject(INVITATIONS) private readonly invitations: InvitationsClient,
    private readonly blocks: PersonBlocksService,
    private readonly versions: RequestedVersionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `TRAILER_NOT_FOUND` */
  async overview(
    requested: string | undefined,
    http: RequestContext,
  ): Promise<RouteResult<Routes['overview']>> {
    const trailerId = await this.versions.idOf(requested, http);
    const [figures, invitations] = await Promise.all([
      this.people.figures({ trailerId }, http.call),
      this.ifAvailable('open invitations', http, () => this.invitations.countOpen({}, http.call)),
    ]);
    return { ...figures, trailerId, ...(invitations ? { openInvitations: invitations.open } : {}) };
  }

  /** Blocks are absent while auth-service is unavailable. @throws AppError `TRAILER_NOT_FOUND` */
  async list(query: Query, http: RequestContext): Promise<RouteResult<Routes['people']>> {
    const trailerId = await this.versions.idOf(query.trailerId, http);
    const page = await this.people.people({ ...query, trailerId }, http.call);
    const blocks = await this.ifAvailable('blocks of people', http, () =>
      this.blocks.concerning(page.people, http.call),
    );
    const people = page.people.map((person, index) => ({
      ...person,
      networks: person.networks.length,
      ...(blocks ? { blocks: blocks[index] ?? [] } : {}),
    }));
    return { ...page, people };
  }

  /** The share is 0 for people who did not watch. @throws AppError `TRAILER_NOT_FOUND` */
  async exportPage(query: Query, http: RequestContext): Promise<RouteResult<Routes['export']>> {
    const version = await this.versions.find(query.trailerId, http);
    const trailerId = version?.id ?? null;
    const page = await this.people.people({ ...query, trailerId }, http.call);
    const people = page.people.map((person) => {
      const { networks, watchedSeconds, watchedShare } = person;
      return {
        ...person,
        networks: networks.length,
        trailerId,
        title: version?.title ?? null,
        watchedSeconds: roundToMs(watchedSeconds),
        watchedShare: watchedShare === null ? (watchedSeconds === 0 ? 0 : null) : roundShare(watchedShare),
      };
    });
    return { ...page, people };
  }

  /** Returns undefined while auth-service is unavailable. */
  private async ifAvailable<T>(
    what: string,
    http: RequestContext,
    read: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      this.logger.warn({ err: error, requestId: http.call.requestId }, `${what}: unavailable`);
      return undefined;
    }
  }
}

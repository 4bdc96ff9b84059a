import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type {
  endedPlaybacksRpc,
  Flag,
  personRpc,
  RouteResult,
  RpcInput,
  RpcOutput,
  routes,
  trailersRpc,
} from '@secure-preview/contracts';
import { type Logger, networkOf } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import {
  ACCESS_HISTORY,
  type AccessHistoryClient,
  BLOCKS,
  type BlocksClient,
  ENDED_PLAYBACKS,
  type EndedPlaybacksClient,
  FLAGS,
  type FlagsClient,
  LEAD_ACCESS,
  type LeadAccessClient,
  PERSON,
  type PersonClient,
  TRAILERS,
  type TrailersClient,
} from '../rpc/rpc.module.js';
import { type AccessHistories, historiesOf } from './access-histories.js';

type PersonPage = RouteResult<typeof routes.person.read>;
type StoredPage = RpcOutput<typeof personRpc.methods.read>;
type Trailers = RpcOutput<typeof trailersRpc.methods.list>['trailers'];

/**
 * Joins a person and its visits with their flags, with their access and its history from auth-service, and with the
 * titles from media-service.
 */
@Injectable()
export class PersonService {
  constructor(
    @Inject(PERSON) private readonly people: PersonClient,
    @Inject(LEAD_ACCESS) private readonly access: LeadAccessClient,
    @Inject(BLOCKS) private readonly blocks: BlocksClient,
    @Inject(ENDED_PLAYBACKS) private readonly endedPlaybacks: EndedPlaybacksClient,
    @Inject(ACCESS_HISTORY) private readonly accessHistory: AccessHistoryClient,
    @Inject(FLAGS) private readonly flags: FlagsClient,
    @Inject(TRAILERS) private readonly trailers: TrailersClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Access is absent while auth-service is unavailable, and titles while media-service is. */
  async read(query: RpcInput<typeof personRpc.methods.read>, http: RequestContext): Promise<PersonPage> {
    const { person: stored, visits, ...end } = await this.people.read(query, http.call);
    const { ipAddress, ...person } = stored;
    const leadIds = visits.map(({ id }) => id);
    const visitors = [stored, ...visits].map(({ email, ipAddress: ip }) => ({ email, ip }));
    const invitee = stored.verifiedBy === 'none' ? null : stored.email;
    const [status, concerning, ended, history, trailers, flagged] = await Promise.all([
      this.ifAvailable('access status', http, () => this.access.accessStatus({ leadIds }, http.call)),
      this.ifAvailable('blocks', http, () => this.blocks.concerning({ visitors }, http.call)),
      this.ifAvailable('ended playbacks', http, () => this.endedPlaybacks.list({ leadIds }, http.call)),
      this.ifAvailable('access history', http, () =>
        this.accessHistory.read({ leadIds, visitors, invitee }, http.call),
      ),
      this.ifAvailable('titles', http, () => this.trailers.list({}, http.call)),
      this.ifAvailable('flags', http, () => this.flags.ofPerson({ personId: stored.id }, http.call)),
    ]);
    const [ofPerson = [], ...ofVisits] = concerning?.blocks ?? [];
    const { flags = [], omitted: flagsOmitted } = flagged ?? {};
    const histories = history && historiesOf(history, flags);
    const { leadId } = http.session.viewer;
    return {
      person: {
        ...person,
        ...networkAt(ipAddress),
        ...(concerning ? { blocks: ofPerson } : {}),
        ...(histories ? { accessHistory: histories.person } : {}),
      },
      visits: visits.map((visit, index) => ({
        ...visit,
        ...networkAt(visit.ipAddress),
        ...(status ? { visitEnded: status.ended.includes(visit.id) } : {}),
        ...(concerning ? { blocks: ofVisits[index] ?? [] } : {}),
        ...(ended ? { endedPlaybacks: trailersEndedFor(visit.id, ended.playbacks) } : {}),
        ...(histories ? { accessHistory: histories.ofVisit(visit.id) } : {}),
        own: visit.id === leadId,
      })),
      ...(flagged ? { flags } : {}),
      ...(flagsOmitted === undefined ? {} : { flagsOmitted }),
      ...(trailers
        ? { trailers: namesOf(trailers.trailers, { person: stored, visits, flags, histories }) }
        : {}),
      ...end,
    };
  }

  private async ifAvailable<T>(
    what: string,
    http: RequestContext,
    read: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      this.logger.warn({ err: error, requestId: http.call.requestId }, `${what} of a person: unavailable`);
      return undefined;
    }
  }
}

function networkAt(ip: string | null): { network?: string } {
  const network = ip === null || !isIP(ip) ? undefined : networkOf(ip);
  return network === undefined ? {} : { network };
}

const trailersEndedFor = (
  visitId: string,
  playbacks: RpcOutput<typeof endedPlaybacksRpc.methods.list>['playbacks'],
): string[] => playbacks.filter((ended) => ended.leadId === visitId).map(({ trailerId }) => trailerId);

interface NamedParts extends Pick<StoredPage, 'person' | 'visits'> {
  flags: readonly Flag[];
  histories: AccessHistories | undefined;
}

/** Returns the names of the versions that appear in a page. */
function namesOf(trailers: Trailers, { person, visits, flags, histories }: NamedParts) {
  const changes = visits.flatMap(({ id }) => histories?.ofVisit(id).changes ?? []);
  const versions = [...person.versions, ...visits.flatMap((visit) => visit.versions), ...flags, ...changes];
  const shown = new Set<string | null>(versions.map(({ trailerId }) => trailerId));
  return trailers
    .filter(({ id }) => shown.has(id))
    .map(({ id, title, createdAt }) => ({ id, title, createdAt }));
}

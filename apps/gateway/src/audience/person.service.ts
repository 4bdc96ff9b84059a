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

type PersonPage = RouteResult<typeof routes.person.read>;
type StoredPage = RpcOutput<typeof personRpc.methods.read>;
type Trailers = RpcOutput<typeof trailersRpc.methods.list>['trailers'];

/** Joins a person and its visits with their flags, with their access from auth-service, and with the titles from media-service. */
@Injectable()
export class PersonService {
  constructor(
    @Inject(PERSON) private readonly people: PersonClient,
    @Inject(LEAD_ACCESS) private readonly access: LeadAccessClient,
    @Inject(BLOCKS) private readonly blocks: BlocksClient,
    @Inject(ENDED_PLAYBACKS) private readonly endedPlaybacks: EndedPlaybacksClient,
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
    const [status, concerning, ended, trailers, flags] = await Promise.all([
      this.ifAvailable('access status', http, () => this.access.accessStatus({ leadIds }, http.call)),
      this.ifAvailable('blocks', http, () => this.blocks.concerning({ visitors }, http.call)),
      this.ifAvailable('ended playbacks', http, () => this.endedPlaybacks.list({ leadIds }, http.call)),
      this.ifAvailable('titles', http, () => this.trailers.list({}, http.call)),
      query.cursor === undefined
        ? this.ifAvailable('flags', http, () => this.flags.ofPerson({ personId: stored.id }, http.call))
        : undefined,
    ]);
    const [ofPerson = [], ...ofVisits] = concerning?.blocks ?? [];
    const { leadId } = http.session.viewer;
    return {
      person: { ...person, ...networkAt(ipAddress), ...(concerning ? { blocks: ofPerson } : {}) },
      visits: visits.map((visit, index) => ({
        ...visit,
        ...networkAt(visit.ipAddress),
        ...(status ? { visitEnded: status.ended.includes(visit.id) } : {}),
        ...(concerning ? { blocks: ofVisits[index] ?? [] } : {}),
        ...(ended ? { endedPlaybacks: trailersEndedFor(visit.id, ended.playbacks) } : {}),
        own: visit.id === leadId,
      })),
      ...flags,
      ...(trailers
        ? { trailers: namesOf(trailers.trailers, { person: stored, visits, flags: flags?.flags ?? [] }) }
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

/** Returns the names of the versions that appear in a page. */
function namesOf(
  trailers: Trailers,
  { person, visits, flags }: Pick<StoredPage, 'person' | 'visits'> & { flags: readonly Flag[] },
) {
  const versions = [...person.versions, ...visits.flatMap((visit) => visit.versions), ...flags];
  const shown = new Set<string | null>(versions.map(({ trailerId }) => trailerId));
  return trailers
    .filter(({ id }) => shown.has(id))
    .map(({ id, title, createdAt }) => ({ id, title, createdAt }));
}

import { Inject, Injectable } from '@nestjs/common';
import type { LeakCase, LeakCaseWithPeople, MarkedPerson } from '@secure-preview/contracts';
import { limits } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { PEOPLE, type PeopleClient } from '../rpc/rpc.module.js';

/** Mark ids in one call. */
const { max: BATCH } = limits.leadsPage;
/** Limit for reading all people of a case, in milliseconds. */
const READ_TIMEOUT_MS = 8000;

/** Joins a found copy from media-service, which knows mark ids, with the people from analytics-service. */
@Injectable()
export class MarkedPeopleService {
  constructor(
    @Inject(PEOPLE) private readonly people: PeopleClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** People are null while analytics-service is unavailable. The result can be read without them. */
  async join(found: LeakCase, http: RequestContext): Promise<LeakCaseWithPeople> {
    const { result } = found;
    if (!result) return { ...found, result };
    const markIds = [...new Set(result.names.map(({ markId }) => markId))];
    const people = await this.read(markIds, http);
    const names = result.names.map((name) => ({ ...name, person: people?.get(name.markId) ?? null }));
    return { ...found, result: { ...result, names }, ...(people ? {} : { peopleUnavailable: true }) };
  }

  private async read(
    markIds: readonly string[],
    http: RequestContext,
  ): Promise<Map<string, MarkedPerson> | undefined> {
    const found = new Map<string, MarkedPerson>();
    const call = http.callsWithin(READ_TIMEOUT_MS);
    try {
      for (let from = 0; from < markIds.length; from += BATCH) {
        const { people } = await this.people.ofMarks({ markIds: markIds.slice(from, from + BATCH) }, call());
        for (const person of people) found.set(person.markId, person);
      }
      return found;
    } catch (error) {
      this.logger.warn({ err: error, requestId: http.call.requestId }, 'people of a found copy: unavailable');
      return undefined;
    }
  }
}

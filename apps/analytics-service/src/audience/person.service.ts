import { Injectable } from '@nestjs/common';
import { AppError, isUuid, limits, type personRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { cursorOf, leadIdOf, unknownCursor } from '../leads/lead-cursor.js';
import { fittingPage } from '../paging/fitting-page.js';
import { PersonRepository } from './person.repository.js';
import type { FoundVisit, PersonKey, PersonPage } from './person-page.js';

/** Reads a person with its visits for the administrator. */
@Injectable()
export class PersonService {
  constructor(private readonly people: PersonRepository) {}

  /**
   * Returns a page of the visits of a person, newest first. It may be shorter than `limit` although more visits follow;
   * `nextCursor` is null only on the last page.
   *
   * @throws AppError `LEAD_NOT_FOUND`; `VALIDATION_FAILED` for an unknown cursor
   */
  async read({
    personId,
    limit,
    cursor,
  }: RpcParsedInput<typeof personRpc.methods.read>): Promise<PersonPage> {
    const found = isUuid(personId) ? await this.people.find(personId) : undefined;
    if (!found) throw new AppError('LEAD_NOT_FOUND');
    const { key } = found;
    const size = Math.min(Math.max(limit, 1), limits.access.page.max);
    // Requests one more visit, to find out whether there is a next page.
    const visits = await this.people.visits(key, size + 1, await this.positionAt(key, cursor));
    const person = { ...found.person, ipAddress: await this.lastAddress(key, cursor, visits) };
    const fitting = fittingPage(visits.slice(0, size), Buffer.byteLength(JSON.stringify(person)));
    const last = fitting.length < visits.length ? fitting.at(-1) : undefined;
    return {
      person,
      visits: fitting,
      total: person.visits,
      nextCursor: last ? cursorOf(last.id) : null,
    };
  }

  /** The first page has the last visit. */
  private async lastAddress(key: PersonKey, cursor: string | undefined, visits: readonly FoundVisit[]) {
    return cursor === undefined ? (visits[0]?.ipAddress ?? null) : this.people.lastAddress(key);
  }

  private async positionAt(key: PersonKey, cursor: string | undefined) {
    if (cursor === undefined) return undefined;
    const position = await this.people.positionOf(key, leadIdOf(cursor));
    if (!position) throw unknownCursor();
    return position;
  }
}

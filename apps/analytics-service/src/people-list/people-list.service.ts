import { Injectable } from '@nestjs/common';
import {
  type AudienceFigures,
  limits,
  noNulOrLoneSurrogates,
  type PersonWithNetworks,
  parseInput,
  type peopleListRpc,
  type RpcParsedInput,
} from '@secure-preview/contracts';
import * as z from 'zod/mini';
import { fittingPage } from '../paging/fitting-page.js';
import { cursorOf, positionOf } from './people-cursor.js';
import { PersonListRepository } from './person-list.repository.js';

type Query = RpcParsedInput<typeof peopleListRpc.methods.people>;

export interface PeoplePage {
  people: PersonWithNetworks[];
  /** Number of matching people on all pages. */
  total: number;
  nextCursor: string | null;
}

const searched = z.object({
  q: z.optional(z.string().check(noNulOrLoneSurrogates('q contains characters that cannot be stored'))),
});

/** Lists people for the administrator, with what they watched of a version (docs/product.md#audience). */
@Injectable()
export class PeopleListService {
  constructor(private readonly people: PersonListRepository) {}

  /**
   * Returns a page of people. It may be shorter than `limit` although more people follow; `nextCursor` is null only on
   * the last page.
   *
   * @throws AppError `VALIDATION_FAILED` for an unknown cursor, or a search for characters that cannot be stored
   */
  async list({ trailerId, limit, cursor, q, sort, direction, proof, only }: Query): Promise<PeoplePage> {
    const { q: search = '' } = parseInput(searched, { q });
    const size = Math.min(Math.max(limit, 1), limits.access.page.max);
    const after = cursor === undefined ? undefined : positionOf(cursor, sort);
    // Requests one more person, to find out whether there is a next page.
    const found = await this.people.list({
      trailerId,
      limit: size + 1,
      after,
      search,
      sort,
      direction,
      proof,
      only,
    });
    const page = fittingPage(found.people.slice(0, size));
    const last = page.at(-1);
    return {
      people: page.map(({ key: _, ...person }) => person),
      total: found.total,
      nextCursor: last && page.length < found.people.length ? cursorOf(last) : null,
    };
  }

  /** Counts people, and those who watched a version; null for none. */
  figures(trailerId: string | null): Promise<AudienceFigures> {
    return this.people.figures(trailerId);
  }
}

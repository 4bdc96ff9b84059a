import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { type PersonWithNetworks, peopleListRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = peopleListRpc;

/** The people that the fake analytics-service lists, and the queries that it received. */
export const audience = {
  people: [
    {
      id: randomUUID(),
      name: 'Ada',
      email: 'ada@example.com',
      verifiedBy: 'code',
      firstAt: '2026-01-01T00:00:00.000Z',
      lastAt: '2026-01-02T00:00:00.000Z',
      visits: 2,
      networks: ['203.0.113.0/24', '2001:db8:1::/48'],
      watchedSeconds: 72,
      watchedShare: 0.8,
      flags: 1,
      blocked: false,
    },
  ] as PersonWithNetworks[],
  versions: [] as (string | null)[],
  queries: [] as RpcParsedInput<typeof methods.people>[],
};

@Controller()
export class FakePeopleList implements RpcServer<typeof peopleListRpc> {
  @RpcHandler(methods.figures)
  async figures({ trailerId }: RpcParsedInput<typeof methods.figures>) {
    audience.versions.push(trailerId);
    return { people: 3, watched: 2, finished: 1, meanShare: 0.75, flagged: 1 };
  }

  @RpcHandler(methods.people)
  async people(query: RpcParsedInput<typeof methods.people>) {
    audience.queries.push(query);
    return { people: audience.people, total: 7, nextCursor: 'next' };
  }
}

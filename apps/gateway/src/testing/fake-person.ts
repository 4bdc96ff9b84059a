import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { AppError, personRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = personRpc;

const instant = '2026-01-01T00:00:00.000Z';
const identity = { name: 'Ada', email: 'ada@example.com', verifiedBy: 'code' as const };

/** Answer of the fake: a person with a single visit. */
export const personPage: RpcResult<typeof methods.read> = {
  person: {
    id: randomUUID(),
    ...identity,
    proved: true,
    visits: 1,
    firstAt: instant,
    lastAt: instant,
    networks: ['203.0.113.0/24'],
    ipAddress: '203.0.113.7',
    versions: [],
  },
  visits: [
    {
      id: randomUUID(),
      ...identity,
      capturedAt: instant,
      lastSeenAt: null,
      ipAddress: '198.51.100.7',
      userAgent: null,
      termsVersion: '2025-10',
      versions: [],
    },
  ],
  total: 1,
  nextCursor: null,
};

/** Calls that the fake received, and ids that it does not know. */
export const people = { reads: [] as RpcParsedInput<typeof methods.read>[], unknown: [] as string[] };

@Controller()
export class FakePerson implements RpcServer<typeof personRpc> {
  @RpcHandler(methods.read)
  async read(input: RpcParsedInput<typeof methods.read>) {
    people.reads.push(input);
    if (people.unknown.includes(input.personId)) throw new AppError('LEAD_NOT_FOUND');
    return personPage;
  }
}

import { Controller } from '@nestjs/common';
import { type Engagement, engagementRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

/** Answer of the fake for every version that is not in `unwatchedTrailers`. */
export const engagement: Engagement = {
  trailerId: 'b6d1a1b3-6a5b-4f0e-9c53-0d1f4f3c7a10',
  timeZone: 'UTC',
  lengthSeconds: 2,
  viewers: 3,
  finished: 2,
  reachedEnd: 2,
  meanShare: 0.8,
  medianShare: 1,
  bucketSeconds: 1,
  buckets: [
    { from: 0, watching: 3, saw: 3, plays: 4, left: 1 },
    { from: 1, watching: 2, saw: 2, plays: 2, left: 0 },
  ],
  days: [{ day: '2026-01-01', newViewers: 3, viewings: 4 }],
};

/** Ids of trailers that nobody watched. */
export const unwatchedTrailers: string[] = [];

const { methods } = engagementRpc;

@Controller()
export class FakeEngagement implements RpcServer<typeof engagementRpc> {
  @RpcHandler(methods.read)
  async read({ trailerId, timeZone }: RpcParsedInput<typeof methods.read>): Promise<Engagement> {
    const answer = { ...engagement, trailerId, timeZone };
    if (!unwatchedTrailers.includes(trailerId)) return answer;
    return { ...answer, lengthSeconds: null, viewers: 0, buckets: [], days: [] };
  }
}

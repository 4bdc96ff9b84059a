import { Inject, Injectable } from '@nestjs/common';
import { type BlockTarget, limits, type PersonWithNetworks } from '@secure-preview/contracts';
import type { CallContext } from '@secure-preview/rpc';
import { BLOCKS, type BlocksClient } from '../rpc/rpc.module.js';

type Person = Pick<PersonWithNetworks, 'email' | 'networks'>;

/** Finds blocks of people in auth-service. */
@Injectable()
export class PersonBlocksService {
  constructor(@Inject(BLOCKS) private readonly blocks: BlocksClient) {}

  /** Returns the blocks of the address, the domain and all networks of each person, in their order. */
  async concerning(people: readonly Person[], context: CallContext): Promise<BlockTarget[][]> {
    const visits = people.flatMap(({ email, networks }, person) =>
      (networks.length > 0 ? networks.map(addressIn) : [null]).map((ip) => ({ person, email, ip })),
    );
    const found = await this.concerningVisitors(visits, context);
    return people.map((_, person) =>
      distinct(found.filter((_blocks, index) => visits[index]?.person === person).flat()),
    );
  }

  /** One call takes a limited number of visitors. */
  private async concerningVisitors(
    visits: readonly { email: string; ip: string | null }[],
    context: CallContext,
  ): Promise<BlockTarget[][]> {
    const { max } = limits.leadsPage;
    const calls = Array.from({ length: Math.ceil(visits.length / max) }, (_, call) =>
      visits.slice(call * max, (call + 1) * max).map(({ email, ip }) => ({ email, ip })),
    );
    const answers = await Promise.all(calls.map((visitors) => this.blocks.concerning({ visitors }, context)));
    return answers.flatMap(({ blocks }) => blocks);
  }
}

/** Returns the first address of a network in CIDR notation. */
const addressIn = (network: string): string => network.replace(/\/.*/, '');

const distinct = (blocks: readonly BlockTarget[]): BlockTarget[] => [
  ...new Map(blocks.map((block) => [`${block.kind} ${block.value}`, block])).values(),
];

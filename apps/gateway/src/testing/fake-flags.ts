import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { AppError, type Flag, flagsRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = flagsRpc;

export const flag: Flag = {
  id: randomUUID(),
  leadId: randomUUID(),
  trailerId: null,
  at: '2026-01-01T00:00:00.000Z',
  facts: { kind: 'watermark', times: 3 },
  dismissedAt: null,
  blockedAt: null,
};

/** State of the fake, and calls that it received. */
export const flags = {
  /** Thrown by all queries while set. */
  failure: undefined as Error | undefined,
  /** Number of flags that the answer about a person leaves out. */
  omitted: undefined as number | undefined,
  /** Leads with a flag that counts. */
  leadIds: [] as string[],
  /** Flags that do not exist. */
  unknown: [] as string[],
  leadQueries: [] as RpcParsedInput<typeof methods.kindsOfLeads>[],
  dismissals: [] as RpcParsedInput<typeof methods.dismiss>[],
};

@Controller()
export class FakeFlags implements RpcServer<typeof flagsRpc> {
  @RpcHandler(methods.ofPerson)
  async ofPerson() {
    if (flags.failure) throw flags.failure;
    return { flags: [flag], ...(flags.omitted === undefined ? {} : { omitted: flags.omitted }) };
  }

  @RpcHandler(methods.kindsOfLeads)
  async kindsOfLeads(input: RpcParsedInput<typeof methods.kindsOfLeads>) {
    flags.leadQueries.push(input);
    if (flags.failure) throw flags.failure;
    const flagged = input.leadIds.filter((leadId) => flags.leadIds.includes(leadId));
    return { leads: flagged.map((leadId) => ({ leadId, kinds: [flag.facts.kind] })) };
  }

  @RpcHandler(methods.dismiss)
  async dismiss(input: RpcParsedInput<typeof methods.dismiss>) {
    if (flags.unknown.includes(input.flagId)) throw new AppError('LEAD_NOT_FOUND');
    flags.dismissals.push(input);
    return { ok: true as const };
  }
}

import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import {
  AppError,
  accessRequestsRpc,
  type BlockChange,
  blocksRpc,
  entryRpc,
  invitationsRpc,
  type Proof,
  type RpcParsedInput,
} from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const entry = entryRpc.methods;
const invitations = invitationsRpc.methods;
const requests = accessRequestsRpc.methods;
const blocks = blocksRpc.methods;

/** Code that the fake auth-service accepts. */
export const CODE = '123456';
/** Link that the fake auth-service accepts. */
export const LINK = { id: randomUUID(), secret: 'the secret of the link' };

/** Calls that the fake received, and what it answers. */
export const entries = {
  codeRequests: [] as RpcParsedInput<typeof entry.requestCode>[],
  codeChecks: [] as RpcParsedInput<typeof entry.verifyCode>[],
  usedLinks: 0,
  accessRequests: [] as RpcParsedInput<typeof entry.requestAccess>[],
  imports: [] as RpcParsedInput<typeof invitations.confirmImport>[],
  actions: [] as RpcParsedInput<typeof invitations.change>[],
  decisions: [] as RpcParsedInput<typeof requests.decide>[],
  dismissals: [] as RpcParsedInput<typeof requests.dismissAll>[],
  blockChanges: [] as RpcParsedInput<typeof blocks.change>[],
  /** Rules that gateways read, with the number of the last change. */
  rules: { version: 0, domains: [] as string[], networks: [] as string[] },
  /** E-mail keys that are blocked. */
  blocked: [] as string[],
  /** Answer to a right code or link. */
  proof: {
    email: 'Grace@kino.example',
    name: null,
    verifiedBy: 'invitation',
    invitation: { id: LINK.id, generation: 1 },
  } as Proof,
  /** Thrown by calls for codes and links while set. */
  failure: undefined as AppError | undefined,
};

/** Queries of lists that the fake received. */
export const listQueries = {
  requests: [] as RpcParsedInput<typeof requests.list>[],
  blocks: [] as RpcParsedInput<typeof blocks.history>[],
};

/** Answer to a right code of an address without an invitation. */
export const codeProof: Proof = { email: '', name: null, verifiedBy: 'code' };

function proofOf(link: { id: string; secret: string }): Proof {
  if (entries.failure) throw entries.failure;
  if (link.id !== LINK.id || link.secret !== LINK.secret) throw new AppError('INVITATION_INVALID');
  return { ...entries.proof, verifiedBy: 'link' };
}

@Controller()
export class FakeEntry implements RpcServer<typeof entryRpc> {
  @RpcHandler(entry.requestCode)
  async requestCode(input: RpcParsedInput<typeof entry.requestCode>) {
    entries.codeRequests.push(input);
    if (entries.failure) throw entries.failure;
    const codeSent = input.invitation?.secret === LINK.secret ? { codeSent: true } : {};
    return { codeId: randomUUID(), expiresInSeconds: 600, resendInSeconds: 60, ...codeSent };
  }

  @RpcHandler(entry.verifyCode)
  async verifyCode(input: RpcParsedInput<typeof entry.verifyCode>) {
    entries.codeChecks.push(input);
    if (entries.failure) throw entries.failure;
    if (input.code !== CODE) throw new AppError('CODE_WRONG', { params: { triesLeft: 4 } });
    return { ...entries.proof, email: input.email };
  }

  @RpcHandler(entry.readInvitation)
  async readInvitation(link: RpcParsedInput<typeof entry.readInvitation>) {
    return proofOf(link);
  }

  @RpcHandler(entry.useInvitation)
  async useInvitation(link: RpcParsedInput<typeof entry.useInvitation>) {
    entries.usedLinks += 1;
    return proofOf(link);
  }

  @RpcHandler(entry.requestAccess)
  async requestAccess(input: RpcParsedInput<typeof entry.requestAccess>) {
    entries.accessRequests.push(input);
    return { ok: true as const };
  }
}

const invitation = {
  id: LINK.id,
  email: 'grace@kino.example',
  name: null,
  language: 'en',
  createdAt: '2026-01-01T00:00:00.000Z',
  startsAt: null,
  endsAt: null,
  state: 'sent',
  reason: null,
  detail: null,
  openedAt: null,
  blocks: [],
};

@Controller()
export class FakeInvitations implements RpcServer<typeof invitationsRpc> {
  @RpcHandler(invitations.list)
  async list() {
    return { invitations: [invitation], total: 1, nextCursor: null };
  }

  @RpcHandler(invitations.countOpen)
  async countOpen() {
    return { open: 4 };
  }

  @RpcHandler(invitations.addRows)
  async addRows({ rows }: RpcParsedInput<typeof invitations.addRows>) {
    return { rows: rows.map((row) => ({ ...row, outcome: 'new' })) };
  }

  @RpcHandler(invitations.confirmImport)
  async confirmImport(input: RpcParsedInput<typeof invitations.confirmImport>) {
    entries.imports.push(input);
    return { invited: 1, blocked: 0 };
  }

  @RpcHandler(invitations.change)
  async change(input: RpcParsedInput<typeof invitations.change>) {
    entries.actions.push(input);
    return { changed: input.ids.length };
  }

  @RpcHandler(invitations.secret)
  async secret({ id }: RpcParsedInput<typeof invitations.secret>) {
    if (id === 'unknown') throw new AppError('INVITATION_NOT_FOUND');
    return { id, secret: LINK.secret };
  }
}

@Controller()
export class FakeAccess implements RpcServer<typeof accessRequestsRpc> {
  @RpcHandler(requests.list)
  async list(input: RpcParsedInput<typeof requests.list>) {
    listQueries.requests.push(input);
    return { requests: [], total: 0, nextCursor: null, open: 0 };
  }

  @RpcHandler(requests.decide)
  async decide(input: RpcParsedInput<typeof requests.decide>) {
    entries.decisions.push(input);
    if (input.id === 'unknown') throw new AppError('ACCESS_REQUEST_NOT_FOUND');
    return { ok: true as const };
  }

  @RpcHandler(requests.dismissAll)
  async dismissAll(input: RpcParsedInput<typeof requests.dismissAll>) {
    entries.dismissals.push(input);
    return { dismissed: input.ids.length };
  }
}

@Controller()
export class FakeBlocks implements RpcServer<typeof blocksRpc> {
  @RpcHandler(blocks.list)
  async list(input: RpcParsedInput<typeof blocks.list>) {
    listQueries.blocks.push(input);
    return { blocks: [] as BlockChange[], total: 0, nextCursor: null };
  }

  @RpcHandler(blocks.history)
  async history(input: RpcParsedInput<typeof blocks.history>) {
    listQueries.blocks.push(input);
    return { changes: [] as BlockChange[], total: 0, nextCursor: null };
  }

  @RpcHandler(blocks.change)
  async change(input: RpcParsedInput<typeof blocks.change>) {
    entries.blockChanges.push(input);
    return { ok: true as const };
  }

  @RpcHandler(blocks.rules)
  async rules() {
    return entries.rules;
  }

  @RpcHandler(blocks.concerning)
  async concerning({ visitors }: RpcParsedInput<typeof blocks.concerning>) {
    return {
      blocks: visitors.map(({ email }) =>
        entries.blocked.includes(email) ? [{ kind: 'address' as const, value: email }] : [],
      ),
    };
  }

  @RpcHandler(blocks.isBlocked)
  async isBlocked({ emailKey }: RpcParsedInput<typeof blocks.isBlocked>) {
    return { blocked: entries.blocked.includes(emailKey) };
  }
}

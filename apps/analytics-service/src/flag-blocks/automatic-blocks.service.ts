import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { blockNote, type blocksRpc, type leadAccessRpc } from '@secure-preview/contracts';
import type { RpcClient } from '@secure-preview/rpc';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { FlagBlockRepository, type WantedBlock } from './flag-block.repository.js';

/** Injection tokens of the clients of auth-service. */
export const BLOCKS = Symbol('blocks');
export const LEAD_ACCESS = Symbol('lead access');

/** Milliseconds between two rounds. */
const EVERY_MS = 2000;
/** Limit for a call in milliseconds; a shutdown may wait for it. */
const CALL_MS = 2000;

/**
 * Blocks because of flags, where the settings ask for it (docs/product.md#flags). A person with a proved address is
 * blocked. Of an address that is only claimed, the visit ends: it may be somebody else's. The id of the flag is that of
 * the command, so a repeated call changes nothing, also after an administrator has taken the block back.
 */
@Injectable()
export class AutomaticBlocksService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private readonly task = new RepeatingTask(
    () => this.run(),
    EVERY_MS,
    (error) => this.logger.warn({ err: error }, 'cannot block because of a flag; trying again'),
  );

  constructor(
    private readonly flags: FlagBlockRepository,
    @Inject(BLOCKS) private readonly blocks: RpcClient<typeof blocksRpc>,
    @Inject(LEAD_ACCESS) private readonly leadAccess: RpcClient<typeof leadAccessRpc>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.task.stop();
  }

  /** A flag whose block fails does not hold up the others. @throws the last error */
  private async run(): Promise<void> {
    const errors: unknown[] = [];
    for (const wanted of await this.flags.wanted()) {
      if (this.isStopping) return;
      try {
        await this.block(wanted);
        await this.flags.markBlocked(wanted.flagId);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors.at(-1);
  }

  private async block({ flagId, kind, leadId, provedEmail, language }: WantedBlock): Promise<void> {
    const context = { requestId: randomUUID(), commandId: flagId, withinMs: CALL_MS };
    if (provedEmail === null) {
      await this.leadAccess.endVisit({ leadId, by: flagId }, context);
    } else {
      const note = blockNote(kind, language);
      await this.blocks.change(
        { kind: 'address', value: provedEmail, note, blocked: true, by: null },
        context,
      );
    }
    this.logger.info({ flagId, leadId, kind, proved: provedEmail !== null }, 'blocked because of a flag');
  }
}

import { Controller } from '@nestjs/common';
import { endedPlaybacksRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = endedPlaybacksRpc;
type Change = RpcParsedInput<typeof methods.end>;

/** What the fake received, and how it publishes changes. */
export const endedPlaybacks = {
  changes: [] as (Change & { ended: boolean })[],
  /** Answer of `list`. */
  listed: [] as { leadId: string; trailerId: string; endedAt: string }[],
  /** Publishes a change to the gateways, as auth-service does. */
  publish: async (_change: Change, _ended: boolean): Promise<void> => undefined,
};

@Controller()
export class FakeEndedPlaybacks implements RpcServer<typeof endedPlaybacksRpc> {
  @RpcHandler(methods.list)
  async list() {
    return { playbacks: endedPlaybacks.listed };
  }

  @RpcHandler(methods.end)
  end(change: Change) {
    return this.change(change, true);
  }

  @RpcHandler(methods.allow)
  allow(change: Change) {
    return this.change(change, false);
  }

  private async change(change: Change, ended: boolean) {
    endedPlaybacks.changes.push({ ...change, ended });
    await endedPlaybacks.publish(change, ended);
    return { ok: true as const };
  }
}

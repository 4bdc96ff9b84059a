import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { AppError } from '@secure-preview/contracts';
import { Redis } from 'ioredis';
import type { RpcContext } from '../context.js';
import { RpcHandler, type RpcServer } from '../server/rpc-handler.js';
import { EFFECTS, probeRpc } from './probe.contract.js';

const { methods } = probeRpc;

/** Handler runs in this process, by method. */
export const runs: Record<string, number> = {};
const count = (name: string) => {
  runs[name] = (runs[name] ?? 0) + 1;
};

@Controller()
export class ProbeController implements RpcServer<typeof probeRpc> {
  private readonly store = new Redis(process.env['PROBE_STORE_URL'] ?? '', {
    lazyConnect: true,
    maxRetriesPerRequest: null,
  });

  constructor() {
    this.store.on('error', () => undefined);
  }

  @RpcHandler(methods.echo)
  async echo({ text }: { text: string }) {
    count('echo');
    return { text, pid: process.pid };
  }

  @RpcHandler(methods.record)
  async record({ ms }: { ms: number }, { commandId }: RpcContext) {
    count('record');
    await delay(ms);
    await this.store.sadd(EFFECTS, commandId);
    return { commandId };
  }

  @RpcHandler(methods.sleep)
  async sleep({ ms }: { ms: number }) {
    count('sleep');
    await delay(ms);
    return {};
  }

  @RpcHandler(methods.urgent)
  async urgent({ ms }: { ms: number }) {
    count('urgent');
    await delay(ms);
    return {};
  }

  @RpcHandler(methods.waitForSignal)
  async waitForSignal(_input: object, { signal }: RpcContext) {
    count('waitForSignal');
    await once(signal, 'abort');
    count('signalled');
    // The caller's own timer may be late on a busy machine.
    await delay(1000);
    return {};
  }

  @RpcHandler(methods.context)
  async context(_input: object, { commandId, requestId, traceparent, actor }: RpcContext) {
    return { commandId, requestId, ...(traceparent && { traceparent }), ...(actor && { actor }) };
  }

  @RpcHandler(methods.fail)
  async fail({ kind }: { kind: 'declared' | 'undeclared' | 'thrown' }): Promise<Record<string, never>> {
    if (kind === 'thrown') throw new Error('an internal detail');
    throw new AppError(kind === 'declared' ? 'VIDEO_TOO_LARGE' : 'NOT_A_VIDEO', { params: { maxBytes: 5 } });
  }

  @RpcHandler(methods.answer)
  async answer({
    kind,
  }: {
    kind: 'wrong' | 'unserialisable' | 'large';
  }): Promise<{ value: string | bigint }> {
    if (kind === 'unserialisable') return { value: 1n };
    return kind === 'large' ? { value: 'x'.repeat(300_000) } : ({} as { value: string });
  }
}

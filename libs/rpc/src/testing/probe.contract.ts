import { rpc, rpcGroup } from '@secure-preview/contracts';
import * as z from 'zod/mini';

/** Redis set of the ids of the commands that `record` has carried out. */
export const EFFECTS = 'probe:effects';

/** A service for tests of the transport. */
export const probeRpc = rpcGroup('probe', {
  echo: rpc({
    kind: 'query',
    pattern: 'probe.echo',
    input: z.object({ text: z.string() }),
    output: z.object({ text: z.string(), pid: z.int() }),
    errors: [],
  }),
  /** Adds the command id to the set of effects in Redis after `ms` milliseconds, as if to a table. */
  record: rpc({
    kind: 'command',
    pattern: 'probe.record',
    input: z.object({ ms: z.int() }),
    output: z.object({ commandId: z.string() }),
    errors: [],
    attemptMs: 500,
  }),
  sleep: rpc({
    kind: 'query',
    pattern: 'probe.sleep',
    input: z.object({ ms: z.int() }),
    output: z.object({}),
    errors: [],
    attemptMs: 10_000,
  }),
  /** Like `sleep`, but urgent. */
  urgent: rpc({
    kind: 'query',
    pattern: 'probe.urgent',
    input: z.object({ ms: z.int() }),
    output: z.object({}),
    errors: [],
    attemptMs: 10_000,
    urgent: true,
  }),
  /** Ends one second after its signal was aborted. */
  waitForSignal: rpc({
    kind: 'query',
    pattern: 'probe.waitForSignal',
    input: z.object({}),
    output: z.object({}),
    errors: [],
    deadlineMs: 300,
  }),
  context: rpc({
    kind: 'query',
    pattern: 'probe.context',
    input: z.object({}),
    output: z.object({
      commandId: z.string(),
      requestId: z.string(),
      traceparent: z.optional(z.string()),
      actor: z.optional(z.object({ sessionRef: z.optional(z.string()), leadId: z.optional(z.string()) })),
    }),
    errors: [],
  }),
  fail: rpc({
    kind: 'query',
    pattern: 'probe.fail',
    input: z.object({ kind: z.enum(['declared', 'undeclared', 'thrown']) }),
    output: z.object({}),
    errors: ['VIDEO_TOO_LARGE'],
  }),
  answer: rpc({
    kind: 'query',
    pattern: 'probe.answer',
    input: z.object({ kind: z.enum(['wrong', 'unserialisable', 'large']) }),
    output: z.object({ value: z.union([z.string(), z.bigint()]) }),
    errors: [],
  }),
});

/** Methods of a newer release of the same service, which the running one does not have. */
export const newerProbeRpc = rpcGroup('probe', {
  later: rpc({
    kind: 'query',
    pattern: 'probe.later',
    input: z.object({}),
    output: z.object({}),
    errors: [],
  }),
});

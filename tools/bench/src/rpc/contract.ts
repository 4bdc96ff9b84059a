import { rpc, rpcGroup } from '@secure-preview/contracts';
import * as z from 'zod/mini';

const shape = z.object({ n: z.int(), text: z.string() });

/**
 * Methods of both transports: one responds at once, one after 2 ms, about the time of a statement in
 * Postgres.
 */
export const benchRpc = rpcGroup('bench', {
  echo: rpc({ kind: 'query', pattern: 'bench.echo', input: shape, output: shape, errors: [] }),
  work: rpc({ kind: 'query', pattern: 'bench.work', input: shape, output: shape, errors: [] }),
});

export type Method = keyof typeof benchRpc.methods;
export type Message = z.infer<typeof shape>;

export const WORK_MS = 2;

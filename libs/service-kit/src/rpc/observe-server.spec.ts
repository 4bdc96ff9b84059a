import { rpc, rpcGroup } from '@secure-preview/contracts';
import { samplesOf } from '@secure-preview/testing';
import * as z from 'zod/mini';
import { createLogger } from '../logging/logger.js';
import { metricsText } from '../metrics/registry.js';
import { observeServer } from './observe-server.js';

it('starts the counters of rejected and late calls of each method at 0', async () => {
  const common = { kind: 'query', input: z.object({}), output: z.object({}), errors: [] } as const;
  const group = rpcGroup('counted', { call: rpc({ ...common, pattern: 'counted.call', deadlineMs: 1000 }) });
  const logger = createLogger({ service: 'counted', level: 'silent' });
  const observer = observeServer(logger, [group]);
  const reported = async () =>
    samplesOf(await metricsText())
      .filter(({ labels }) => labels['method'] === 'counted.call')
      .map(({ name, value }) => [name.replace('portal_rpc_server_', ''), value]);
  expect(await reported()).toEqual([
    ['expired_calls_total', 0],
    ['refused_calls_total', 0],
  ]);
  const call = { pattern: 'counted.call', requestId: 'none', waitedMs: 1000 };
  observer.refused?.(call);
  expect(await reported()).toContainEqual(['refused_calls_total', 1]);
});

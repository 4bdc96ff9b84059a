import { HttpLoad } from '@secure-preview/testing';
import { cpuSeconds } from '../cpu-time.js';
import type { Row } from '../report.js';
import type { EntryPortal } from './entry-portal.js';
import { importedAddresses } from './imports.js';

/** Concurrent requests. Each takes at least 300 ms (docs/product.md#access). */
const CONCURRENCY = 32;
const SECONDS = 10;

/** Measures the CPU time of code requests of invited people, each from another network. */
export async function codeCostRows({ portal, gateways }: EntryPortal): Promise<Row[]> {
  const emails = importedAddresses();
  let sent = 0;
  const load = new HttpLoad(gateways[0], () => {
    const index = sent++;
    const form = { name: 'Ada Lovelace', email: emails[index] ?? '', termsAccepted: 'true' };
    return {
      kind: 'code',
      method: 'POST',
      path: '/api/auth/code',
      headers: { 'x-forwarded-for': `11.${index >> 8}.${index & 255}.1` },
      body: JSON.stringify(form),
    };
  });
  const pids = portal.pids();
  const services = [pids['gateway'] ?? 0, pids['auth-service'] ?? 0];
  const before = cpuSeconds(services);
  const outcomes = await load.closed(CONCURRENCY, SECONDS).finally(() => load.close());
  const used = cpuSeconds(services) - before;
  const failed = outcomes.filter(({ succeeded }) => !succeeded);
  if (failed.length > 0) throw new Error(`${failed.length} code requests failed: ${failed[0]?.status}`);
  return [
    { name: 'code requests', value: outcomes.length / SECONDS, unit: 'requests/s' },
    {
      name: 'CPU of a code request, gateway and auth-service',
      value: (used * 1000) / outcomes.length,
      unit: 'ms/request',
    },
  ];
}

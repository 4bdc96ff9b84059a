import { RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { createLogger } from '@secure-preview/service-kit';
import type { GatewayEnvironment } from '../environment.js';
import { ShedReport } from '../overload/shed-report.js';
import { RelayLimiterService } from './relay-limiter.service.js';

const refusal = { code: 'SERVICE_UNAVAILABLE', params: { [RETRY_AFTER_PARAM]: 1 } };
const report = new ShedReport(createLogger({ service: 'gateway', level: 'silent' }));
let limiter: RelayLimiterService;
let finishers: (() => void)[];
/** Starts a relay for a session. It lasts until its function in `finishers` is called. */
const relay = (session: string) =>
  limiter.run(session, () => new Promise<void>((finish) => finishers.push(finish)));
const limitTo = (relays: number) => {
  limiter = new RelayLimiterService({ MAX_RELAYS: relays } as GatewayEnvironment, report);
  finishers = [];
};

it('caps relays across sessions, and admits another relay when one has ended', async () => {
  limitTo(2);
  const first = relay('a');
  const second = relay('b');
  await expect(relay('c')).rejects.toMatchObject(refusal);
  finishers[0]?.();
  await first;
  const third = relay('c');
  await expect(relay('a')).rejects.toMatchObject(refusal);
  for (const finish of finishers) finish();
  await Promise.all([second, third]);
});

it('caps one session at eight relays, and still admits other sessions', async () => {
  limitTo(20);
  const running = Array.from({ length: 8 }, () => relay('a'));
  await expect(relay('a')).rejects.toMatchObject(refusal);
  running.push(relay('b'));
  for (const finish of finishers) finish();
  await Promise.all(running);
});

it('frees the slot of a relay that failed', async () => {
  limitTo(1);
  const failed = limiter.run('a', () => Promise.reject(new Error('the store is unavailable')));
  await expect(failed).rejects.toThrow('the store is unavailable');
  expect(await limiter.run('a', async () => 'sent')).toBe('sent');
});

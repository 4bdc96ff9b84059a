import { randomUUID } from 'node:crypto';
import { AppError, type Delivery, limits } from '@secure-preview/contracts';
import { createLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import type { DeliveriesClient } from '../rpc/rpc.module.js';
import { DeliveryLogService } from './delivery-log.service.js';

const BATCH = limits.viewing.maxDeliveriesPerCommand;
const away = () => new AppError('SERVICE_UNAVAILABLE');

interface Command {
  readonly commandId: string | undefined;
  readonly deliveries: readonly Omit<Delivery, 'whole'>[];
}
let commands: Command[];
/** Runs after a command was received, to delay it or to make it fail. */
let fate: () => Promise<void>;
let lines: { msg: string; count?: number }[];
let log: DeliveryLogService;

const record: DeliveriesClient['record'] = async ({ deliveries }, context) => {
  commands.push({ commandId: context?.commandId, deliveries });
  await fate();
  return { ok: true };
};
beforeEach(() => {
  commands = [];
  lines = [];
  fate = async () => undefined;
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  log = new DeliveryLogService({ record }, createLogger({ service: 'test', level: 'info', destination }));
});
afterEach(() => log.onApplicationShutdown());

const delivery = (position = 1): Omit<Delivery, 'agoMs'> => ({
  sessionRef: randomUUID(),
  leadId: randomUUID(),
  ip: '203.0.113.1',
  trailerId: randomUUID(),
  trailerSeconds: 90,
  renditionId: randomUUID(),
  kind: 'video',
  position,
  from: 0,
  to: 4,
  whole: true,
});
const answered = (count: number) => {
  for (let position = 1; position <= count; position += 1) log.record(delivery(position));
};
const positions = (command: Command | undefined) => command?.deliveries.map(({ position }) => position);

it('sends deliveries in one batch after about a second, with their age', async () => {
  answered(2);
  expect(commands).toEqual([]);
  await until(() => commands.length > 0);
  expect(positions(commands[0])).toEqual([1, 2]);
  const [first] = commands[0]?.deliveries ?? [];
  expect(first?.agoMs).toBeGreaterThanOrEqual(900);
  expect(commands).toHaveLength(1);
});

it('sends a full batch immediately, and one batch at a time', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fate = () => held;
  answered(BATCH + 3);
  expect(commands.map((command) => command.deliveries.length)).toEqual([BATCH]);
  fate = async () => undefined;
  release();
  await until(() => commands.length === 2);
  expect(positions(commands[1])).toEqual([BATCH + 1, BATCH + 2, BATCH + 3]);
});

it('retries under the same command id while the service is unavailable', async () => {
  let faults = 1;
  fate = async () => {
    faults -= 1;
    if (faults >= 0) throw away();
  };
  answered(1);
  await until(() => commands.length === 2);
  expect(commands[1]?.commandId).toBe(commands[0]?.commandId);
  const [before, after] = commands.map((command) => command.deliveries[0]?.agoMs ?? 0);
  expect(Number(after) - Number(before)).toBeGreaterThanOrEqual(900);
});

it('gives up a batch after repeated errors, logs how many deliveries are lost, and continues', async () => {
  fate = async () => {
    throw new AppError('INTERNAL');
  };
  answered(BATCH);
  await until(() => lines.some(({ msg }) => msg === 'deliveries were not recorded'));
  expect(commands).toHaveLength(3);
  expect(lines.at(-1)).toMatchObject({ count: BATCH });
  fate = async () => undefined;
  answered(1);
  await until(() => commands.length === 4);
});

it('buffers a bounded number while the service is unavailable, and counts the rest as lost', async () => {
  let isAway = true;
  fate = async () => {
    if (isAway) throw away();
  };
  // The first batch is being sent and does not count.
  answered(BATCH + 20_000 + 7);
  isAway = false;
  await until(() => lines.some(({ msg }) => msg === 'deliveries were not recorded'), { deadlineMs: 10_000 });
  expect(lines.at(-1)).toMatchObject({ count: 7 });
  expect(new Set(commands.map(({ commandId }) => commandId)).size).toBe(20_000 / BATCH + 1);
});

it('sends the remaining deliveries at shutdown, but only for a limited time', async () => {
  answered(2);
  await log.onApplicationShutdown();
  expect(positions(commands[0])).toEqual([1, 2]);
  fate = async () => {
    throw away();
  };
  answered(1);
  const began = performance.now();
  await log.onApplicationShutdown();
  expect(performance.now() - began).toBeLessThan(8000);
  expect(lines.at(-1)).toMatchObject({ msg: 'deliveries were not recorded', count: 1 });
});

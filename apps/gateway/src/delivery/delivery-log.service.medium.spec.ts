import { randomUUID } from 'node:crypto';
import { AppError, type Delivery, viewingLimits } from '@secure-preview/contracts';
import { createLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import type { DeliveriesClient } from '../rpc/rpc.module.js';
import { DeliveryLogService } from './delivery-log.service.js';

const BATCH = viewingLimits.maxDeliveriesPerCommand;
const unavailable = () => new AppError('SERVICE_UNAVAILABLE');

interface Command {
  readonly commandId: string | undefined;
  readonly deliveries: readonly Omit<Delivery, 'whole'>[];
}
let commands: Command[];
/** Runs after a command was received. Tests replace it to delay the command or to make it fail. */
let onCommand: () => Promise<void>;
let lines: { msg: string; count?: number }[];
let log: DeliveryLogService;

const record: DeliveriesClient['record'] = async ({ deliveries }, context) => {
  commands.push({ commandId: context?.commandId, deliveries });
  await onCommand();
  return { ok: true };
};
beforeEach(() => {
  commands = [];
  lines = [];
  onCommand = async () => undefined;
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
const deliver = (count: number) => {
  for (let position = 1; position <= count; position += 1) log.record(delivery(position));
};
const positionsIn = (command: Command | undefined) => command?.deliveries.map(({ position }) => position);

it('sends deliveries with their age in one batch after about a second', async () => {
  deliver(2);
  expect(commands).toEqual([]);
  await until(() => commands.length > 0);
  expect(positionsIn(commands[0])).toEqual([1, 2]);
  const [first] = commands[0]?.deliveries ?? [];
  expect(first?.agoMs).toBeGreaterThanOrEqual(900);
  expect(commands).toHaveLength(1);
});

it('sends a full batch immediately, and one batch at a time', async () => {
  let release: () => void = () => undefined;
  const pending = new Promise<void>((resolve) => {
    release = resolve;
  });
  onCommand = () => pending;
  deliver(BATCH + 3);
  expect(commands.map((command) => command.deliveries.length)).toEqual([BATCH]);
  onCommand = async () => undefined;
  release();
  await until(() => commands.length === 2);
  expect(positionsIn(commands[1])).toEqual([BATCH + 1, BATCH + 2, BATCH + 3]);
});

it('retries under the same command id while the service is unavailable', async () => {
  let failuresLeft = 1;
  onCommand = async () => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw unavailable();
  };
  deliver(1);
  await until(() => commands.length === 2);
  expect(commands[1]?.commandId).toBe(commands[0]?.commandId);
  const [before, after] = commands.map((command) => command.deliveries[0]?.agoMs ?? 0);
  expect(Number(after) - Number(before)).toBeGreaterThanOrEqual(900);
});

it('drops a batch after repeated errors, logs how many deliveries are lost, and continues', async () => {
  onCommand = async () => {
    throw new AppError('INTERNAL');
  };
  deliver(BATCH);
  await until(() => lines.some(({ msg }) => msg === 'deliveries were not recorded'));
  expect(commands).toHaveLength(3);
  expect(lines.at(-1)).toMatchObject({ count: BATCH });
  onCommand = async () => undefined;
  deliver(1);
  await until(() => commands.length === 4);
});

it('buffers a limited number of deliveries while the service is unavailable, and counts the rest as lost', async () => {
  let isUnavailable = true;
  onCommand = async () => {
    if (isUnavailable) throw unavailable();
  };
  // The first batch is being sent and does not count.
  deliver(BATCH + 20_000 + 7);
  isUnavailable = false;
  await until(() => lines.some(({ msg }) => msg === 'deliveries were not recorded'), { deadlineMs: 10_000 });
  expect(lines.at(-1)).toMatchObject({ count: 7 });
  expect(new Set(commands.map(({ commandId }) => commandId)).size).toBe(20_000 / BATCH + 1);
});

it('sends the remaining deliveries at shutdown, and stops after a time limit', async () => {
  deliver(2);
  await log.onApplicationShutdown();
  expect(positionsIn(commands[0])).toEqual([1, 2]);
  onCommand = async () => {
    throw unavailable();
  };
  deliver(1);
  const startedAt = performance.now();
  await log.onApplicationShutdown();
  expect(performance.now() - startedAt).toBeLessThan(8000);
  expect(lines.at(-1)).toMatchObject({ msg: 'deliveries were not recorded', count: 1 });
});

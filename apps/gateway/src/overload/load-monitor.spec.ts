import { LoadMonitor } from './load-monitor.js';
import { type RequestClass, requestClasses } from './request-class.js';

const loop = { delayMs: 0 };
const shedOrder: RequestClass[] = ['arrival', 'page', 'file', 'administrator', 'watching', 'lead'];
let load: LoadMonitor;
const refusedClasses = () => shedOrder.filter((kind) => load.refusalReason(kind) !== undefined);
const enter = (count: number) => {
  for (let index = 0; index < count; index += 1) load.enter();
};

beforeEach(() => {
  loop.delayMs = 0;
  load = new LoadMonitor({ maxInFlight: 20, maxDelayMs: 100 }, loop);
});

it('has a limit for every class, and admits leads beyond the capacity', () => {
  expect(Object.keys(requestClasses).sort()).toEqual([...shedOrder].sort());
  expect(requestClasses.lead).toBe(8);
});

it.each([
  [11, []],
  [12, shedOrder.slice(0, 1)],
  [14, shedOrder.slice(0, 2)],
  [15, shedOrder.slice(0, 3)],
  [16, shedOrder.slice(0, 4)],
  [18, shedOrder.slice(0, 5)],
  [159, shedOrder.slice(0, 5)],
  [160, shedOrder],
])('with %s of 20 slots taken, rejects the classes %s', (count, expected) => {
  enter(count);
  expect(refusedClasses()).toEqual(expected);
  expect(load.level).toBe(count / 20);
});

it('rejects the same classes when the event loop is late, but leads only at four times the limit', () => {
  loop.delayMs = 75;
  expect(refusedClasses()).toEqual(shedOrder.slice(0, 3));
  loop.delayMs = 90;
  expect(refusedClasses()).toEqual(shedOrder.slice(0, 5));
  expect(load.refusalReason('arrival')).toBe('event_loop');
  loop.delayMs = 399;
  expect(refusedClasses()).toEqual(shedOrder.slice(0, 5));
  loop.delayMs = 400;
  expect(refusedClasses()).toEqual(shedOrder);
});

it('admits requests again when requests in progress have ended', () => {
  enter(160);
  expect(load.refusalReason('lead')).toBe('in_flight');
  load.leave();
  expect(load.refusalReason('lead')).toBeUndefined();
});

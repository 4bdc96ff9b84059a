import { LoadMonitor } from './load-monitor.js';
import { type RequestClass, requestClasses } from './request-class.js';

const loop = { delayMs: 0 };
const inOrder: RequestClass[] = ['arrival', 'page', 'file', 'administrator', 'watching', 'lead'];
let load: LoadMonitor;
const refused = () => inOrder.filter((kind) => load.refuses(kind) !== undefined);
const enter = (count: number) => {
  for (let index = 0; index < count; index += 1) load.enter();
};

beforeEach(() => {
  loop.delayMs = 0;
  load = new LoadMonitor({ maxInFlight: 20, maxDelayMs: 100 }, loop);
});

it('has a limit for every class, and grants leads the whole capacity', () => {
  expect(Object.keys(requestClasses).sort()).toEqual([...inOrder].sort());
  expect(requestClasses.lead).toBe(1);
});

it.each([
  [11, []],
  [12, inOrder.slice(0, 1)],
  [14, inOrder.slice(0, 2)],
  [15, inOrder.slice(0, 3)],
  [16, inOrder.slice(0, 4)],
  [18, inOrder.slice(0, 5)],
  [20, inOrder],
])('with %s of 20 requests in progress, refuses the classes %s', (count, expected) => {
  enter(count);
  expect(refused()).toEqual(expected);
  expect(load.level).toBe(count / 20);
});

it('refuses the same classes for a late event loop, but leads only at four times the limit', () => {
  loop.delayMs = 75;
  expect(refused()).toEqual(inOrder.slice(0, 3));
  loop.delayMs = 90;
  expect(refused()).toEqual(inOrder.slice(0, 5));
  expect(load.refuses('arrival')).toBe('event_loop');
  loop.delayMs = 399;
  expect(refused()).toEqual(inOrder.slice(0, 5));
  loop.delayMs = 400;
  expect(refused()).toEqual(inOrder);
});

it('admits requests again when others have ended', () => {
  enter(20);
  expect(load.refuses('lead')).toBe('in_flight');
  load.leave();
  expect(load.refuses('lead')).toBeUndefined();
});

import { LoadMonitor } from './load-monitor.js';
import { type RequestClass, requestClasses } from './request-class.js';

const loop = { delayMs: 0 };
const inOrder: RequestClass[] = ['arrival', 'page', 'administrator', 'watching', 'lead'];
let pressure: LoadMonitor;
const refused = () => inOrder.filter((kind) => pressure.refuses(kind) !== undefined);
const enter = (count: number) => {
  for (let index = 0; index < count; index += 1) pressure.enter();
};

beforeEach(() => {
  loop.delayMs = 0;
  pressure = new LoadMonitor({ maxInFlight: 10, maxDelayMs: 100 }, loop);
});

it('has a limit for every class, and grants leads the whole capacity', () => {
  expect(Object.keys(requestClasses).sort()).toEqual([...inOrder].sort());
  expect(requestClasses.lead).toBe(1);
});

it.each([
  [5, []],
  [6, inOrder.slice(0, 1)],
  [7, inOrder.slice(0, 2)],
  [8, inOrder.slice(0, 3)],
  [9, inOrder.slice(0, 4)],
  [10, inOrder],
])('refuses, with %s of 10 requests in progress, the classes %s', (count, expected) => {
  enter(count);
  expect(refused()).toEqual(expected);
  expect(pressure.level).toBe(count / 10);
});

it('refuses the same classes for a late event loop, but leads only at four times the limit', () => {
  loop.delayMs = 90;
  expect(refused()).toEqual(inOrder.slice(0, 4));
  expect(pressure.refuses('arrival')).toBe('event_loop');
  loop.delayMs = 399;
  expect(refused()).toEqual(inOrder.slice(0, 4));
  loop.delayMs = 400;
  expect(refused()).toEqual(inOrder);
});

it('admits requests again when others have ended', () => {
  enter(10);
  expect(pressure.refuses('lead')).toBe('in_flight');
  pressure.leave();
  expect(pressure.refuses('lead')).toBeUndefined();
});

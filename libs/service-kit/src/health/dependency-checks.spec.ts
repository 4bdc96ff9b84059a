import { jest } from '@jest/globals';
import { withTimeLimit } from './dependency-checks.js';

const never = () => new Promise<string>(() => undefined);
let postgres: () => Promise<string>;
let runs: number;

beforeEach(() => {
  jest.useFakeTimers();
  runs = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

const readiness = () =>
  withTimeLimit(() => ({
    postgres: () => {
      runs += 1;
      return postgres();
    },
    redis: () => 'ok',
    storage: () => Promise.reject(new Error('refused')),
  }));
/** Returns the state of Postgres after 2 s. */
async function reported(ready: ReturnType<typeof readiness>): Promise<string | undefined> {
  const states = ready();
  await jest.advanceTimersByTimeAsync(2000);
  const { postgres: state, ...others } = await states;
  expect(others).toEqual({ redis: 'ok', storage: 'refused' });
  return state;
}

it('reports a hanging dependency and the state of all others', async () => {
  postgres = never;
  expect(await reported(readiness())).toBe('does not answer in time');
});

it('ignores one slow check, and reports an outage after two', async () => {
  const ready = readiness();
  postgres = async () => 'ok';
  expect(await reported(ready)).toBe('ok');
  await jest.advanceTimersByTimeAsync(5000);
  postgres = never;
  expect(await reported(ready)).toBe('ok');
  await jest.advanceTimersByTimeAsync(5000);
  expect(await reported(ready)).toBe('does not answer in time');
});

it('does not repeat a hanging check at once, and reports when the dependency recovers', async () => {
  const ready = readiness();
  postgres = never;
  await Promise.all([reported(ready), reported(ready)]);
  await reported(ready);
  expect(runs).toBe(1);
  postgres = async () => 'ok';
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await reported(ready)).toBe('ok');
});

it('reports a failed check at once', async () => {
  const ready = readiness();
  postgres = async () => 'ok';
  await reported(ready);
  postgres = async () => 'migrations are missing';
  expect(await reported(ready)).toBe('migrations are missing');
  postgres = never;
  expect(await reported(ready)).toBe('does not answer in time');
});

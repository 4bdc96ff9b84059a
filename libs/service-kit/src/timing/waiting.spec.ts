import { once } from 'node:events';
import { aborted, pause, settlesWithin } from './waiting.js';

const never = new Promise<void>(() => undefined);

it('reports that a promise settled in time, whether it was fulfilled or rejected', async () => {
  expect(await settlesWithin(60_000, Promise.resolve())).toBe(true);
  expect(await settlesWithin(60_000, Promise.reject(new Error('lost')))).toBe(true);
});

it('stops waiting for a promise that never settles', async () => {
  expect(await settlesWithin(5, never)).toBe(false);
});

it('ends a pause when its signal aborts', async () => {
  const stop = new AbortController();
  const paused = pause(60_000, stop.signal);
  const stopped = once(stop.signal, 'abort');
  stop.abort();
  await Promise.all([stopped, paused, aborted(stop.signal)]);
  expect(stop.signal.aborted).toBe(true);
});

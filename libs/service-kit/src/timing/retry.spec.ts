import { retry } from './retry.js';

const errors = [new Error('first'), new Error('second')];
const failingTwice = () => {
  const remaining = [...errors];
  return async () => {
    const error = remaining.shift();
    if (error) throw error;
    return 'done';
  };
};

it('repeats the work until it succeeds, and reports each failure', async () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  expect(await retry(failingTwice(), { everyMs: 1, onFailure })).toBe('done');
  expect(failures).toEqual(errors);
});

it('gives up with the error that the callback throws', async () => {
  const onFailure = (error: unknown) => {
    if (error === errors[1]) throw error;
  };
  await expect(retry(failingTwice(), { everyMs: 1, onFailure })).rejects.toBe(errors[1]);
});

it('does not try again after the signal has aborted', async () => {
  const stop = new AbortController();
  const tried = retry(failingTwice(), {
    everyMs: 60_000,
    signal: stop.signal,
    onFailure: () => setImmediate(() => stop.abort()),
  });
  expect(await tried).toBeUndefined();
  expect(
    await retry(async () => 'done', { everyMs: 1, signal: stop.signal, onFailure: () => undefined }),
  ).toBeUndefined();
});

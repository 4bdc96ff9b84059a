import { withDeadline } from './with-deadline.js';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('a program ended')));
  });

it('fails work that takes too long with a notice', async () => {
  const stop = new AbortController();
  await expect(withDeadline(stop.signal, untilAborted, 5)).rejects.toMatchObject({
    notice: { code: 'PROCESSING_TOO_SLOW' },
  });
});

it('passes on other errors, and stops with its worker', async () => {
  const stop = new AbortController();
  const work = withDeadline(stop.signal, untilAborted, 60_000);
  stop.abort();
  await expect(work).rejects.toThrow('a program ended');
  expect(await withDeadline(new AbortController().signal, async () => 7, 60_000)).toBe(7);
});

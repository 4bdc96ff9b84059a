import { retryWhileUnavailable } from './retry-while-unavailable.js';

const warnings: unknown[] = [];
const logger = { warn: (details: unknown) => void warnings.push(details) };
const timeouts = { forMs: 60_000, everyMs: 1 };
const failing = (...errors: Error[]) => {
  let tries = 0;
  return async () => {
    const error = errors[tries];
    tries += 1;
    if (error) throw error;
  };
};
const coded = (code: string) => Object.assign(new Error('no'), { code });

it.each([
  ['a server that is not running yet', coded('ECONNREFUSED')],
  ['a server that is starting', coded('57P03')],
  ['a server that is too busy for connections', new Error('timeout expired')],
  ['a lock that another session holds', coded('55P03')],
])('waits for %s', async (_name, error) => {
  warnings.length = 0;
  await retryWhileUnavailable(failing(error, error), timeouts, logger);
  expect(warnings).toEqual([{ err: error }, { err: error }]);
});

it('does not retry after an error that a retry would not fix', async () => {
  const error = coded('42601');
  await expect(retryWhileUnavailable(failing(error), timeouts, logger)).rejects.toBe(error);
});

it('gives up after the time limit', async () => {
  const error = coded('ECONNREFUSED');
  await expect(retryWhileUnavailable(failing(error, error), { ...timeouts, forMs: 0 }, logger)).rejects.toBe(
    error,
  );
});

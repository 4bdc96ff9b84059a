import { HttpError } from './http-error.js';
import { retried } from './retried.js';

const overloaded = (retryAfterSeconds: number) =>
  new HttpError(
    503,
    '',
    JSON.stringify({
      message: 'Busy',
      code: 'SERVICE_UNAVAILABLE',
      params: { retryAfterSeconds },
      statusCode: 503,
      requestId: 'r',
    }),
  );

/** Creates a request that fails with these errors, then succeeds. */
function failing(...errors: Error[]) {
  let calls = 0;
  return {
    calls: () => calls,
    request: async () => {
      const error = errors[calls++];
      if (error) throw error;
      return 'done';
    },
  };
}

describe('a retried request', () => {
  it('is repeated after the time that the portal specifies', async () => {
    const { request, calls } = failing(overloaded(0), overloaded(0.01));
    expect(await retried(request)).toBe('done');
    expect(calls()).toBe(3);
  });

  it('is given up after five attempts', async () => {
    const { request, calls } = failing(...Array.from({ length: 9 }, () => overloaded(0)));
    await expect(retried(request)).rejects.toThrow('503');
    expect(calls()).toBe(5);
  });

  it('is not repeated after another error', async () => {
    const { request, calls } = failing(new HttpError(400, 'Bad Request', ''));
    await expect(retried(request)).rejects.toThrow('400');
    expect(calls()).toBe(1);
  });

  it('stops waiting when it is cancelled', async () => {
    const controller = new AbortController();
    const { request } = failing(overloaded(3600));
    const outcome = retried(request, controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(outcome).rejects.toThrow('cancelled');
  });
});

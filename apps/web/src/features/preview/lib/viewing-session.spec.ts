import { jest } from '@jest/globals';
import { routes, type ViewingUpdate } from '@secure-preview/contracts';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { ViewingSession } from './viewing-session.js';

const id = '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11';
const trailerId = '5f3a4a0e-6c1b-4d0e-8d7a-3b1f0f2c9a77';
const at = (duration: string): ViewingUpdate => ({ duration, completed: 'false', ranges: [] });
const { start, update } = routes.viewing;
let api: FakeApi;
let consoleError: jest.SpiedFunction<Console['error']>;

beforeEach(() => {
  consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = new FakeApi().install().on(start, { id }).on(update, { ok: true });
});
afterEach(() => jest.restoreAllMocks());

describe('a viewing session', () => {
  it('is created at the first start only', async () => {
    const session = new ViewingSession(trailerId);
    await session.report(at('0:01'));
    expect(api.calls(start)).toHaveLength(0);
    session.start();
    session.start();
    await session.report(at('0:02'));
    expect(api.calls(start).map((call) => call.body)).toEqual([{ trailerId }]);
    expect(api.calls(update).map((call) => [call.params.id, call.body])).toEqual([[id, at('0:02')]]);
  });

  it('waits for its creation, outlives the page, and sends the same report once', async () => {
    const session = new ViewingSession(trailerId);
    session.start();
    await Promise.all([session.report(at('0:10')), session.report(at('0:10'))]);
    await session.report(at('0:10'));
    expect(api.calls(update).length).toBeGreaterThan(0);
    expect(api.calls(update)[0]?.init.keepalive).toBe(true);
    const before = api.calls(update).length;
    await session.report(at('0:20'));
    expect(api.calls(update)).toHaveLength(before + 1);
  });

  it('logs a failed update to the console and sends it again', async () => {
    api.on(update, () => failure('SERVICE_UNAVAILABLE'));
    const session = new ViewingSession(trailerId);
    session.start();
    await session.report(at('0:10'));
    expect(consoleError).toHaveBeenCalled();
    api.on(update, () => answer(update, { ok: true }));
    await session.report(at('0:10'));
    expect(api.calls(update)).toHaveLength(2);
  });

  it('reports an expired session when it cannot be created for that reason', async () => {
    api.on(start, () => failure('UNAUTHORIZED'));
    const expired = jest.fn();
    const session = new ViewingSession(trailerId);
    session.whenExpired(expired);
    session.start();
    await session.report(at('0:10'));
    expect(expired).toHaveBeenCalledTimes(1);
    expect(api.calls(update)).toHaveLength(0);
  });

  it('reports an expired session during playback, but not once the player is gone', async () => {
    api.on(update, () => failure('UNAUTHORIZED'));
    const expired = jest.fn();
    const session = new ViewingSession(trailerId);
    const forget = session.whenExpired(expired);
    session.start();
    await session.report(at('0:10'));
    expect(expired).toHaveBeenCalledTimes(1);
    forget();
    await session.report(at('0:20'));
    expect(expired).toHaveBeenCalledTimes(1);
  });
});

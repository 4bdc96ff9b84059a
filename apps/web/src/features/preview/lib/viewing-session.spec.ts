import { jest } from '@jest/globals';
import {
  type PlayedRange,
  type PlayerReport,
  playerReport,
  routes,
  type ViewingUpdate,
  viewingUpdate,
} from '@secure-preview/contracts';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { ViewingSession } from './viewing-session.js';

const id = '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11';
const trailerId = '5f3a4a0e-6c1b-4d0e-8d7a-3b1f0f2c9a77';
const updateAt = (duration: string): ViewingUpdate => ({ duration, completed: 'false', ranges: [] });
const { start, update } = routes.viewing;
let api: FakeApi;
let consoleError: jest.SpiedFunction<Console['error']>;

beforeEach(() => {
  consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = new FakeApi().install().on(start, { id }).on(update, { ok: true });
});
afterEach(() => jest.restoreAllMocks());

describe('ViewingSession', () => {
  it('is created once, at the first start', async () => {
    const session = new ViewingSession(trailerId);
    await session.report(updateAt('0:01'));
    expect(api.calls(start)).toHaveLength(0);
    session.start();
    session.start();
    await session.report(updateAt('0:02'));
    expect(api.calls(start).map((call) => call.body)).toEqual([{ trailerId }]);
    expect(api.calls(update).map((call) => [call.params.id, call.body])).toEqual([[id, updateAt('0:02')]]);
  });

  it('is created at the first seek before playback, without a state of the player', async () => {
    const session = new ViewingSession(trailerId);
    await session.report({ ...updateAt('0:00'), seeks: 1 }, [], { state: 'paused', position: 30 });
    expect(api.calls(start)).toHaveLength(1);
    expect(api.calls(update).map(({ body }) => body)).toEqual([{ ...updateAt('0:00'), seeks: 1 }]);
    session.start();
    await session.report({ ...updateAt('0:01'), seeks: 1 }, [], { state: 'playing', position: 31 });
    expect(api.calls(start)).toHaveLength(1);
    expect(api.calls(update).at(-1)?.body).toMatchObject({ player: { state: 'playing' } });
  });

  it('sends reports after its creation, with keepalive, and skips unchanged ones', async () => {
    const session = new ViewingSession(trailerId);
    session.start();
    await Promise.all([session.report(updateAt('0:10')), session.report(updateAt('0:10'))]);
    await session.report(updateAt('0:10'));
    expect(api.calls(update).length).toBeGreaterThan(0);
    expect(api.calls(update)[0]?.init.keepalive).toBe(true);
    const callsBefore = api.calls(update).length;
    await session.report(updateAt('0:20'));
    expect(api.calls(update)).toHaveLength(callsBefore + 1);
  });

  it('sends the plays that the server may lack, also after a failure', async () => {
    const session = new ViewingSession(trailerId);
    session.start();
    const sentPlays = () => (api.calls(update).at(-1)?.body as ViewingUpdate | undefined)?.plays;
    await session.report(updateAt('0:10'), [[0, 10]]);
    expect(sentPlays()).toEqual({ first: 0, ranges: [[0, 10]] });
    const longer: PlayedRange[] = [
      [0, 12],
      [3, 5],
    ];
    await session.report(updateAt('0:12'), longer);
    expect(sentPlays()).toEqual({ first: 0, ranges: longer });
    api.on(update, () => failure('SERVICE_UNAVAILABLE'));
    const again: PlayedRange[] = [...longer.slice(0, 1), [3, 6], [3, 4]];
    await session.report(updateAt('0:12'), again);
    api.on(update, () => answer(update, { ok: true }));
    await session.report(updateAt('0:12'), again);
    expect(sentPlays()).toEqual({ first: 1, ranges: again.slice(1) });
    const callsBefore = api.calls(update).length;
    await session.report(updateAt('0:12'), again);
    expect(api.calls(update)).toHaveLength(callsBefore);
  });

  it('sends many plays in parts, and at most as many as the server stores', async () => {
    const session = new ViewingSession(trailerId);
    session.start();
    const plays = Array.from({ length: 1300 }, (_, n): PlayedRange => [n, n + 0.5]);
    for (const second of [1, 2, 3, 4, 5, 6, 7]) await session.report(updateAt(`0:0${second}`), plays);
    const sent = api.calls(update).map(({ body }) => body as ViewingUpdate);
    expect(sent.every((body) => viewingUpdate.safeParse(body).success)).toBe(true);
    const stored = sent.flatMap(({ plays: part }) => part?.ranges.map((_, n) => part.first + n) ?? []);
    expect(new Set(stored)).toEqual(new Set(Array.from({ length: 1000 }, (_, n) => n)));
  });

  it('logs a failed update to the console and retries it', async () => {
    api.on(update, () => failure('SERVICE_UNAVAILABLE'));
    const session = new ViewingSession(trailerId);
    session.start();
    await session.report(updateAt('0:10'));
    expect(consoleError).toHaveBeenCalled();
    api.on(update, () => answer(update, { ok: true }));
    await session.report(updateAt('0:10'));
    expect(api.calls(update)).toHaveLength(2);
  });

  it('calls the listener when its creation fails because the session has expired', async () => {
    api.on(start, () => failure('UNAUTHORIZED'));
    const onAccessLost = jest.fn();
    const session = new ViewingSession(trailerId);
    session.setAccessListener(onAccessLost);
    session.start();
    await session.report(updateAt('0:10'));
    expect(onAccessLost).toHaveBeenCalledTimes(1);
    expect(api.calls(update)).toHaveLength(0);
  });

  it('calls the listener when the session expires, but not after the listener is removed', async () => {
    api.on(update, () => failure('UNAUTHORIZED'));
    const onAccessLost = jest.fn();
    const session = new ViewingSession(trailerId);
    const removeListener = session.setAccessListener(onAccessLost);
    session.start();
    await session.report(updateAt('0:10'));
    expect(onAccessLost).toHaveBeenCalledTimes(1);
    removeListener();
    await session.report(updateAt('0:20'));
    expect(onAccessLost).toHaveBeenCalledTimes(1);
  });

  it.each([start, update])('calls the listener with the reason when access has ended: %#', async (route) => {
    api.on(route, () => failure('ACCESS_ENDED', { reason: 'revoked' }));
    const onAccessLost = jest.fn();
    const session = new ViewingSession(trailerId);
    session.setAccessListener(onAccessLost);
    session.start();
    await session.report(updateAt('0:10'));
    expect(onAccessLost.mock.calls).toEqual([['revoked']]);
  });

  describe('the state of the player', () => {
    const { signal } = routes.viewing;
    const sent = () => [
      ...api.calls(update).map(({ body }) => (body as { player?: PlayerReport }).player),
      ...api.calls(signal).map(({ body }) => body as PlayerReport),
    ];
    beforeEach(() => api.on(signal, { ok: true }));

    it('is sent with reports and between them, each time with a later time', async () => {
      jest.spyOn(performance, 'now').mockReturnValue(5000);
      const session = new ViewingSession(trailerId);
      session.start();
      await session.report(updateAt('0:10'), [], { state: 'playing', position: 10 });
      await session.signal({ state: 'playing', position: 40 });
      jest.spyOn(performance, 'now').mockReturnValue(7000.4);
      await session.report(updateAt('0:11'), [], { state: 'paused', position: 41 });
      expect(sent()).toEqual([
        { trailerId, state: 'playing', position: 10, at: 0 },
        { trailerId, state: 'paused', position: 41, at: 2000 },
        { trailerId, state: 'playing', position: 40, at: 1 },
      ]);
      expect(sent().every((body) => playerReport.safeParse(body).success)).toBe(true);
      expect(api.calls(signal)[0]?.params).toEqual({ id });
    });

    it('is sent again when it differs although the watched time does not', async () => {
      const session = new ViewingSession(trailerId);
      session.start();
      const states = ['paused', 'paused', 'closed'] as const;
      for (const state of states) await session.report(updateAt('0:10'), [], { state, position: 10 });
      expect(sent().map((player) => player?.state)).toEqual(['paused', 'closed']);
    });

    it('of a closed player is not sent by a signal that was due, but once it plays again', async () => {
      const session = new ViewingSession(trailerId);
      session.start();
      await session.report(updateAt('0:10'), [], { state: 'closed', position: 10 });
      await session.signal({ state: 'paused', position: 10 });
      expect(api.calls(signal)).toHaveLength(0);
      await session.signal({ state: 'playing', position: 10 });
      expect(api.calls(signal)).toHaveLength(1);
    });

    it('is not sent before the viewing session exists', async () => {
      await new ViewingSession(trailerId).signal({ state: 'paused', position: 0 });
      expect(sent()).toEqual([]);
    });

    it.each([
      ['the access has ended', failure('ACCESS_ENDED', { reason: 'blocked' }), [['blocked']]],
      ['the session has expired', failure('UNAUTHORIZED'), [[undefined]]],
      ['the portal is away', failure('SERVICE_UNAVAILABLE'), []],
    ])('tells the listener only of lost access, when %s', async (_case, response, reported) => {
      api.on(signal, () => response);
      const onAccessLost = jest.fn();
      const session = new ViewingSession(trailerId);
      session.setAccessListener(onAccessLost);
      session.start();
      await session.signal({ state: 'paused', position: 0 });
      expect(onAccessLost.mock.calls).toEqual(reported);
    });
  });
});

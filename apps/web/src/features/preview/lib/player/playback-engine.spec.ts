import { jest } from '@jest/globals';
import Hls from 'hls.js';
import { FakeHls, fakeHlsModule } from '../../../../testing/fake-hls.js';
import { createEngine } from './playback-engine.js';

const { Events, ErrorTypes } = Hls;
const URL_PATH = '/api/media/trailers/one/master.m3u8';
const sessionEnded = { response: { code: 401 }, fatal: false };
const networkError = { fatal: true, type: ErrorTypes.NETWORK_ERROR, error: new Error('network') };
const ladder = [240, 480, 720, 1080].map((height) => ({ height, width: Math.round((height * 16) / 9) }));

const onUnusable = jest.fn();
const onAccessLost = jest.fn();
const fail = jest.fn();

beforeEach(() => {
  jest.clearAllMocks();
  FakeHls.created.length = 0;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

function create(options: Parameters<typeof createEngine>[2] = {}) {
  const engine = createEngine(fakeHlsModule.default, URL_PATH, { onUnusable, ...options });
  const [hls] = FakeHls.created;
  if (!hls) throw new Error('hls.js was not started');
  const connect = () => {
    const video = document.createElement('video');
    engine.connect({ video, onAccessLost, fail });
    return video;
  };
  return { engine, hls, connect };
}

it('loads the playlist and the first segment before there is a player, from the start position', () => {
  const { hls, connect } = create({ startAt: 42 });
  expect(hls.loadSource).toHaveBeenCalledWith(URL_PATH);
  expect(hls.config).toMatchObject({ startFragPrefetch: true, startPosition: 42 });
  expect(hls.attachMedia).not.toHaveBeenCalled();
  const video = connect();
  expect(hls.attachMedia).toHaveBeenCalledWith(video);
  expect(hls.loadSource).toHaveBeenCalledTimes(1);
});

it.each([
  [{ width: 702, height: 395 }, 1],
  [{ width: 1088, height: 612 }, 2],
  [{ width: 3840, height: 2160 }, 3],
])('limits the first segment to a player of %o', (expectedSize, level) => {
  const { hls } = create({ expectedSize });
  hls.report(Events.MANIFEST_PARSED, { levels: ladder });
  expect(hls.autoLevelCapping).toBe(level);
});

it('lets the size of a connected player limit the quality', () => {
  const { hls, connect } = create({ expectedSize: { width: 351, height: 197 } });
  connect();
  hls.report(Events.MANIFEST_PARSED, { levels: ladder });
  expect(hls.autoLevelCapping).toBe(-1);
});

it.each([
  ['an ended session', sessionEnded],
  ['a network error', networkError],
])('is unusable after %s before a player is connected', (_case, error) => {
  const { hls } = create();
  hls.report(Events.ERROR, error);
  expect(onUnusable).toHaveBeenCalledTimes(1);
});

it('ignores errors that hls.js retries', () => {
  const { hls } = create();
  hls.report(Events.ERROR, { ...networkError, fatal: false });
  expect(onUnusable).not.toHaveBeenCalled();
});

it('reports an ended session and errors to the connected player', () => {
  const { hls, connect } = create();
  connect();
  hls.report(Events.ERROR, sessionEnded);
  expect(onAccessLost).toHaveBeenCalledTimes(1);
  expect(hls.stopLoad).toHaveBeenCalledTimes(1);
  hls.report(Events.ERROR, networkError);
  expect(fail).toHaveBeenCalledTimes(1);
  expect(onUnusable).not.toHaveBeenCalled();
});

import { jest } from '@jest/globals';
import { preloadHlsWhenIdle } from './preload-hls.js';

const load = jest.fn(() => Promise.resolve());
let runIdleTask: () => void;

beforeEach(() => {
  load.mockClear();
  runIdleTask = () => undefined;
  Object.assign(globalThis, {
    requestIdleCallback: (task: () => void) => {
      runIdleTask = task;
      return 1;
    },
  });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  Reflect.deleteProperty(navigator, 'connection');
});

const setConnection = (connection: object) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

it('loads hls.js only when the page is idle', () => {
  setConnection({ saveData: false });
  preloadHlsWhenIdle(load);
  expect(load).not.toHaveBeenCalled();
  runIdleTask();
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads hls.js in browsers that do not describe the connection', () => {
  preloadHlsWhenIdle(load);
  runIdleTask();
  expect(load).toHaveBeenCalledTimes(1);
});

it('does not load hls.js early with Save-Data', () => {
  setConnection({ saveData: true });
  preloadHlsWhenIdle(load);
  runIdleTask();
  expect(load).not.toHaveBeenCalled();
});

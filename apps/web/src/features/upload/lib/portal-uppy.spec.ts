import { jest } from '@jest/globals';
import { PortalUppy } from './portal-uppy.js';

const LOST = 'No Internet connection';
const BACK = 'Connected to the Internet';
let uppy: PortalUppy;
const shown = () => uppy.getState().info.map(({ message }) => message);

function connect(online: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  dispatchEvent(new Event(online ? 'online' : 'offline'));
}

beforeEach(() => {
  jest.useFakeTimers();
  uppy = new PortalUppy();
});
afterEach(() => {
  uppy.destroy();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('shows an offline message until the connection is back, then an online message for 3 seconds', () => {
  connect(false);
  expect(shown()).toEqual([LOST]);
  jest.advanceTimersByTime(600_000);
  connect(false);
  expect(shown()).toEqual([LOST]);
  connect(true);
  expect(shown()).toEqual([BACK]);
  jest.advanceTimersByTime(2999);
  expect(shown()).toEqual([BACK]);
  jest.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

it('hides other messages after their time', () => {
  uppy.info('before', 'info', 1000);
  connect(false);
  uppy.info('after', 'info', 2000);
  jest.advanceTimersByTime(1000);
  expect(shown()).toEqual([LOST, 'after']);
  jest.advanceTimersByTime(1000);
  expect(shown()).toEqual([LOST]);
});

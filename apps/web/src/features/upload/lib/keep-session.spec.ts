import { jest } from '@jest/globals';
import { keepSessionDuringUpload } from './keep-session.js';
import { PortalUppy } from './portal-uppy.js';

const ask = jest.fn(async () => undefined);
let uppy: PortalUppy;
const progress = () =>
  uppy.emit('upload-progress', undefined, { uploadStarted: 0, bytesUploaded: 1, bytesTotal: 2 });

beforeEach(() => {
  jest.useFakeTimers();
  ask.mockClear();
  uppy = new PortalUppy();
  keepSessionDuringUpload(uppy, ask);
});
afterEach(() => {
  uppy.destroy();
  jest.useRealTimers();
});

it('sends one request a minute while bytes are sent', () => {
  for (let second = 0; second < 150; second += 1) {
    jest.advanceTimersByTime(1000);
    progress();
  }
  expect(ask).toHaveBeenCalledTimes(2);
});

it('sends no request while an upload is stuck', () => {
  jest.advanceTimersByTime(600_000);
  expect(ask).not.toHaveBeenCalled();
});

import { jest } from '@jest/globals';
import AwsS3 from '@uppy/aws-s3';
import { PortalUppy } from './portal-uppy.js';
import { retryFailures } from './retry-failures.js';
import { isStorageFull } from './storage-full.js';

/** A PUT that the test controls. */
class FakePut {
  static readonly sent: FakePut[] = [];
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  statusText = '';
  responseText = '';
  url = '';
  aborted = false;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {
    FakePut.sent.push(this);
  }
  abort() {
    this.aborted = true;
  }
  progress(loaded: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total: SIZE });
  }
  async answer(status: number, body = '') {
    Object.assign(this, { status, responseText: body });
    this.onload?.();
    await settled();
  }
}

globalThis.XMLHttpRequest = FakePut as unknown as typeof XMLHttpRequest;
const SIZE = 1000;
let uppy: PortalUppy;
let addresses: number;
let percents: (number | undefined)[];
let failures: string[];
const settled = () => jest.advanceTimersByTimeAsync(0);
const putNumber = (number: number): FakePut => {
  const put = FakePut.sent[number - 1];
  if (!put) throw new Error(`There was no PUT number ${number}`);
  return put;
};
const file = () => uppy.getFiles()[0];
const shown = () => uppy.getState().info.map(({ message }) => message);

beforeEach(async () => {
  jest.useFakeTimers();
  FakePut.sent.length = 0;
  addresses = 0;
  percents = [];
  failures = [];
  uppy = new PortalUppy({ logger: { debug() {}, warn() {}, error() {} } });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    signRequest: () => {
      addresses += 1;
      return Promise.resolve({ url: `http://storage.test/bucket/${addresses}?signed` });
    },
  });
  retryFailures(uppy, {
    mayRetry: (error) => !isStorageFull(error),
    onFinalFailure: (_file, { message }) => failures.push(message),
  });
  uppy.on('state-update', () => {
    const { percentage, uploadStarted } = file()?.progress ?? {};
    if (uploadStarted && percentage !== percents.at(-1)) percents.push(percentage);
  });
  uppy.addFile({ name: 'film.mp4', type: 'video/mp4', data: new Blob(['x'.repeat(SIZE)]) });
  void uppy.upload();
  await settled();
});
afterEach(() => {
  uppy.destroy();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('retries after each delay with a new URL, without moving the progress backwards', async () => {
  const stored: (string | undefined)[] = [];
  uppy.on('upload-success', (_file, { uploadURL }) => stored.push(uploadURL));
  putNumber(1).progress(SIZE);
  await putNumber(1).answer(403);
  putNumber(2).progress(400);
  await putNumber(2).answer(403);
  expect(file()?.error).toBeFalsy();
  expect(uppy.getState().error).toBeFalsy();
  expect(shown()).toEqual([]);
  await jest.advanceTimersByTimeAsync(999);
  expect(FakePut.sent).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  putNumber(3).progress(600);
  expect(percents).toEqual([0, 99]);
  expect(uppy.getState().totalProgress).toBe(99);
  await putNumber(3).answer(200);
  expect(percents).toEqual([0, 99, 100]);
  expect(file()?.progress.uploadComplete).toBe(true);
  expect(stored).toEqual(['http://storage.test/bucket/3']);
});

it('keeps its progress when the library repeats a PUT within an attempt', async () => {
  putNumber(1).progress(500);
  await putNumber(1).answer(503);
  await jest.advanceTimersByTimeAsync(150);
  putNumber(2).progress(100);
  expect(addresses).toBe(1);
  expect(percents).toEqual([0, 50]);
});

it('fails when the last retry fails, and restarts from the beginning on request', async () => {
  putNumber(1).progress(500);
  for (const [index, delay] of [0, 1000, 3000, 5000, 0].entries()) {
    expect(failures).toEqual([]);
    await putNumber(index + 1).answer(403);
    await jest.advanceTimersByTimeAsync(delay);
  }
  expect(addresses).toBe(5);
  expect(failures).toEqual(['S3 returned 403']);
  expect(file()?.error).toBe('S3 returned 403');
  void uppy.retryAll();
  await settled();
  putNumber(6).progress(100);
  expect(percents).toEqual([0, 50, 0, 10]);
  await putNumber(6).answer(403);
  await settled();
  expect(addresses).toBe(7);
});

it.each([
  [507, '<Error><Code>StorageFull</Code></Error>', 4],
  [500, '<Error><Code>XMinioStorageFull</Code></Error>', 4],
  [403, '<Error><Code>QuotaExceeded</Code></Error>', 1],
])('starts no new attempt when the storage is full: %i %s', async (status, body, puts) => {
  for (let number = 1; number <= puts; number += 1) {
    await putNumber(number).answer(status, body);
    await jest.advanceTimersByTimeAsync(600);
  }
  expect(failures).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(FakePut.sent).toHaveLength(puts);
  expect(addresses).toBe(1);

  void uppy.retryAll();
  await settled();
  await putNumber(puts + 1).answer(200);
  expect(file()?.progress.uploadComplete).toBe(true);
});

it('stops when paused, and restarts from the beginning when resumed', async () => {
  putNumber(1).progress(500);
  uppy.pauseAll();
  await settled();
  expect(putNumber(1).aborted).toBe(true);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(FakePut.sent).toHaveLength(1);
  uppy.resumeAll();
  await settled();
  putNumber(2).progress(100);
  expect(percents).toEqual([0, 50, 0, 10]);
});

it.each([
  ['the file', () => uppy.pauseResume(file()?.id ?? '')],
  ['everything', () => (file()?.isPaused ? uppy.resumeAll() : uppy.pauseAll())],
])('makes no retries during a pause, until %s is resumed', async (_, pauseOrResume) => {
  await putNumber(1).answer(403);
  await putNumber(2).answer(403);
  pauseOrResume();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(addresses).toBe(2);
  pauseOrResume();
  await settled();
  expect(addresses).toBe(3);
  expect(FakePut.sent).toHaveLength(3);
});

it('ends without an error when the file is removed before a retry', async () => {
  await putNumber(1).answer(403);
  await putNumber(2).answer(403);
  uppy.removeFile(file()?.id ?? '');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(FakePut.sent).toHaveLength(2);
  expect(failures).toEqual([]);
  expect(shown()).toEqual([]);
});

it('waits until a lost connection is back instead of using up its retries', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  putNumber(1).onerror?.();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(addresses).toBe(1);
  expect(failures).toEqual([]);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await settled();
  expect(FakePut.sent).toHaveLength(2);
});

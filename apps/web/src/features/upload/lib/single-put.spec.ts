import { jest } from '@jest/globals';
import { PortalUppy } from './portal-uppy.js';
import { PutError } from './put-file.js';
import { SinglePut } from './single-put.js';

/** A PUT whose course the test decides. */
class FakePut {
  static readonly sent: FakePut[] = [];
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  url = '';
  aborted = false;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  send() {
    FakePut.sent.push(this);
  }
  abort() {
    this.aborted = true;
  }
  progress(loaded: number) {
    this.upload.onprogress?.({ loaded });
  }
  answer(status: number, body = '') {
    Object.assign(this, { status, responseText: body });
    this.onload?.();
  }
}

const SIZE = 1000;
let uppy: PortalUppy;
let addresses: number;
let percents: number[];
const settled = () => jest.advanceTimersByTimeAsync(0);
const putNumber = (number: number): FakePut => {
  const put = FakePut.sent[number - 1];
  if (!put) throw new Error(`There was no PUT number ${number}`);
  return put;
};
const file = () => uppy.getFiles()[0];

beforeEach(async () => {
  jest.useFakeTimers();
  FakePut.sent.length = 0;
  jest
    .spyOn(globalThis, 'XMLHttpRequest')
    .mockImplementation(() => new FakePut() as unknown as XMLHttpRequest);
  addresses = 0;
  percents = [];
  uppy = new PortalUppy({ logger: { debug() {}, warn() {}, error() {} } });
  uppy.use(SinglePut, {
    retryDelaysMs: [0, 1000],
    mayRetry: (error: unknown) => !(error instanceof PutError && error.storageFull),
    requestTarget: () => {
      addresses += 1;
      return Promise.resolve({ url: `http://storage.test/bucket/${addresses}?signed`, headers: {} });
    },
  });
  uppy.on('upload-progress', () => percents.push(file()?.progress.percentage ?? 0));
  uppy.addFile({ name: 'film.mp4', type: 'video/mp4', data: new Blob(['x'.repeat(SIZE)]) });
  void uppy.upload();
  await settled();
});
afterEach(() => {
  uppy.destroy();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('tries again after each delay with a fresh address, while the progress never runs backwards', async () => {
  const stored: (string | undefined)[] = [];
  uppy.on('upload-success', (_file, { uploadURL }) => stored.push(uploadURL));
  putNumber(1).progress(SIZE);
  putNumber(1).onerror?.();
  await settled();
  putNumber(2).progress(400);
  putNumber(2).answer(503);
  await jest.advanceTimersByTimeAsync(999);
  expect(FakePut.sent).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  putNumber(3).progress(600);
  expect(percents).toEqual([0, 99, 99, 99]);
  expect(file()?.error).toBeFalsy();
  putNumber(3).answer(200);
  await settled();
  expect(file()?.progress).toMatchObject({ percentage: 100, uploadComplete: true });
  expect(stored).toEqual(['http://storage.test/bucket/3']);
});

it('fails when the last retry fails', async () => {
  for (const number of [1, 2, 3]) {
    putNumber(number).answer(500);
    await jest.advanceTimersByTimeAsync(1000);
  }
  expect(addresses).toBe(3);
  expect(file()?.error).toBe('The storage answered 500');
});

it.each([
  [507, '<Error><Code>StorageFull</Code></Error>'],
  [500, '<Error><Code>XMinioStorageFull</Code></Error>'],
  [403, '<Error><Code>QuotaExceeded</Code></Error>'],
])('does not send a file again to a storage that is full: %i %s', async (status, body) => {
  const errors: unknown[] = [];
  uppy.on('upload-error', (_file, error) => errors.push(error));
  putNumber(1).answer(status, body);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(FakePut.sent).toHaveLength(1);
  expect(errors).toEqual([expect.objectContaining({ storageFull: true })]);

  void uppy.retryAll();
  await settled();
  putNumber(2).answer(200);
  await settled();
  expect(file()?.progress.uploadComplete).toBe(true);
});

it('stops when it is paused, and starts again from the beginning', async () => {
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

it('ends without an error when the file is removed, also while it waits for a retry', async () => {
  const failed = jest.fn();
  uppy.on('upload-error', failed);
  putNumber(1).onerror?.();
  await settled();
  putNumber(2).onerror?.();
  await settled();
  uppy.removeFile(file()?.id ?? '');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(FakePut.sent).toHaveLength(2);
  expect(failed).not.toHaveBeenCalled();
});

it('waits for a lost connection instead of using up its retries', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  putNumber(1).onerror?.();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(addresses).toBe(1);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await settled();
  expect(FakePut.sent).toHaveLength(2);
});

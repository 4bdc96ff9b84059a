import { once } from 'node:events';
import { jest } from '@jest/globals';
import { runCli, withErrorPrefix } from './run-cli.js';

const runCommand = (run: () => Promise<number>) =>
  runCli({ work: { summary: 'Work', usage: 'Usage', run } }, ['work']);
const brokenPipe = () => Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

let err = '';
beforeEach(() => {
  err = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());

it('succeeds when the reader of the output has closed the pipe', async () => {
  const code = await runCommand(() =>
    withErrorPrefix('Nothing was written', async () => {
      const drained = once(process.stdout, 'drain');
      process.stdout.emit('error', brokenPipe());
      await drained;
      return 0;
    }),
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

it('fails when a server closes its connection while the command writes to it', async () => {
  const code = await runCommand(() =>
    withErrorPrefix('Nothing was restored', async () => {
      throw brokenPipe();
    }),
  );
  expect({ code, err }).toEqual({ code: 1, err: 'write EPIPE\n' });
});

import type { ProcessingRepository } from './processing.repository.js';
import { ProgressWriter } from './progress-writer.js';

const attempt = { trailerId: 'a trailer', attemptId: 'an attempt' };

/** Returns what is logged when two writes fail with `error`. */
async function logged(error: Error): Promise<unknown[]> {
  const lines: unknown[] = [];
  const repository = { report: async () => Promise.reject(error) } as unknown as ProcessingRepository;
  const writer = new ProgressWriter(repository, attempt, { warn: (line: unknown) => void lines.push(line) });
  writer.plan([{ step: 'encode', weight: 1 }]);
  await writer.begin('encode');
  await writer.beginUnplanned('publish');
  writer.stop();
  return lines;
}

it('logs an unexpected error of a write once', async () => {
  const bug = new TypeError('x is undefined');
  expect(await logged(bug)).toEqual([{ err: bug, ...attempt }]);
});

it('logs nothing while the database is unavailable', async () => {
  expect(await logged(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))).toEqual([]);
});

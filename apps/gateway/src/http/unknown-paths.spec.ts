import { jest } from '@jest/globals';
import { createLogger } from '@secure-preview/service-kit';
import { UnknownPaths } from './unknown-paths.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

function setUp() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const paths = new UnknownPaths(createLogger({ service: 'gateway', level: 'info', destination }));
  const reported = () =>
    lines.map((line) => JSON.parse(line)).map(({ counted, sample }) => [counted, sample]);
  const takeLines = (times: number) =>
    Array.from({ length: times }, (_, n) => paths.takeLine(`/${n}`)).filter(Boolean).length;
  return { paths, reported, takeLines };
}

it('allows 60 lines per minute, and logs the number of further requests in one line', () => {
  const { reported, takeLines } = setUp();
  expect(takeLines(200)).toBe(60);
  expect(reported()).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(reported()).toEqual([[140, '/60']]);
  expect(takeLines(10)).toBe(10);
  jest.advanceTimersByTime(120_000);
  expect(reported()).toHaveLength(1);
});

it('logs the count so far when it is flushed', () => {
  const { paths, reported, takeLines } = setUp();
  takeLines(61);
  paths.flush();
  paths.flush();
  expect(reported()).toEqual([[1, '/60']]);
});

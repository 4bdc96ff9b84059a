import { jest } from '@jest/globals';
import { createLogger } from '@secure-preview/service-kit';
import { UnknownPaths } from './unknown-paths.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

function watched() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const paths = new UnknownPaths(createLogger({ service: 'gateway', level: 'info', destination }));
  const reported = () =>
    lines.map((line) => JSON.parse(line)).map(({ counted, sample }) => [counted, sample]);
  const ask = (times: number) =>
    Array.from({ length: times }, (_, n) => paths.takeLine(`/${n}`)).filter(Boolean).length;
  return { paths, reported, ask };
}

it('allows one line each for 60 requests a minute, and logs the count of the others in one line', () => {
  const { reported, ask } = watched();
  expect(ask(200)).toBe(60);
  expect(reported()).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(reported()).toEqual([[140, '/60']]);
  expect(ask(10)).toBe(10);
  jest.advanceTimersByTime(120_000);
  expect(reported()).toHaveLength(1);
});

it('logs the count so far when it is flushed', () => {
  const { paths, reported, ask } = watched();
  ask(61);
  paths.flush();
  paths.flush();
  expect(reported()).toEqual([[1, '/60']]);
});

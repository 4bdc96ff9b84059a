import { jest } from '@jest/globals';
import { createLogger } from '@secure-preview/service-kit';
import { ShedReport } from './shed-report.js';

afterEach(() => jest.useRealTimers());

it('tells of many refusals in one line, and of none when there were none', () => {
  jest.useFakeTimers();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const report = new ShedReport(createLogger({ service: 'gateway', level: 'info', destination }));
  for (let count = 0; count < 3; count += 1) report.add('arrival', 'in_flight');
  report.add('page', 'event_loop');
  expect(lines).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(lines.map((line) => JSON.parse(line).refused)).toEqual([{ arrival: 3, page: 1 }]);
  report.add('lead', 'in_flight');
  jest.advanceTimersByTime(60_000);
  expect(lines.map((line) => JSON.parse(line).refused)).toEqual([{ arrival: 3, page: 1 }, { lead: 1 }]);
});

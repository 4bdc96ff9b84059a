import { jest } from '@jest/globals';
import { createLogger, metricsText } from '@secure-preview/service-kit';
import { samplesOf } from '@secure-preview/testing';
import { requestClasses } from './request-class.js';
import { ShedReport } from './shed-report.js';

afterEach(() => jest.useRealTimers());

it('starts every counter at 0, so Prometheus counts the first rejections as an increase', async () => {
  const samples = samplesOf(await metricsText()).filter(
    ({ name }) => name === 'portal_http_requests_shed_total',
  );
  const reasons = (kind: string) =>
    samples.flatMap(({ labels, value }) => (labels['class'] === kind ? [[labels['reason'], value]] : []));
  for (const kind of Object.keys(requestClasses)) {
    const expectedSamples = [
      ['in_flight', 0],
      ['event_loop', 0],
      ...(kind === 'watching' ? [['relays', 0]] : []),
    ];
    expect([kind, reasons(kind)]).toEqual([kind, expectedSamples]);
  }
});

it('logs many rejections in one line, and logs nothing without rejections', () => {
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

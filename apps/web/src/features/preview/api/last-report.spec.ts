import { jest } from '@jest/globals';
import { addLastReport, sendLastReports } from './last-report.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('sendLastReports', () => {
  it('sends the reports of all mounted players, even when one fails', async () => {
    const sent: string[] = [];
    const removals = [
      addLastReport(() => Promise.reject(new Error('no network'))),
      addLastReport(async () => void sent.push('here')),
    ];
    addLastReport(async () => void sent.push('gone'))();
    await sendLastReports();
    expect(sent).toEqual(['here']);
    for (const remove of removals) remove();
  });

  it('waits for three seconds at most', async () => {
    const remove = addLastReport(() => new Promise(() => undefined));
    let left = false;
    const leaving = sendLastReports().then(() => {
      left = true;
    });
    await jest.advanceTimersByTimeAsync(2999);
    expect(left).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await leaving;
    remove();
  });
});

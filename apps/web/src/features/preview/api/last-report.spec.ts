import { jest } from '@jest/globals';
import { addLastReport, sendLastReports } from './last-report.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('sendLastReports', () => {
  it('sends the reports of all mounted players, even when one fails', async () => {
    const sent: string[] = [];
    const removals = [
      addLastReport(() => Promise.reject(new Error('no network'))),
      addLastReport(async () => void sent.push('mounted')),
    ];
    addLastReport(async () => void sent.push('unmounted'))();
    await sendLastReports();
    expect(sent).toEqual(['mounted']);
    for (const remove of removals) remove();
  });

  it('stops waiting after three seconds', async () => {
    const remove = addLastReport(() => new Promise(() => undefined));
    let isResolved = false;
    const result = sendLastReports().then(() => {
      isResolved = true;
    });
    await jest.advanceTimersByTimeAsync(2999);
    expect(isResolved).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await result;
    remove();
  });
});

import { allowedMails, type ClaimedMail, retrySeconds } from './mail.js';

const mail: ClaimedMail = {
  id: '5f0c7d0e-1c55-4a52-8a36-2a6a4d1c7a10',
  kind: 'code',
  recipient: 'ada@kino.example',
  language: 'en',
  payload: {},
  attempt: 1,
  messageId: '<5f0c7d0e@kino.example>',
};

describe('allowedMails', () => {
  it.each([
    [0, 0, 30, true],
    [4, 4, 30, true],
    [5, 5, 30, false],
    [29, 0, 30, true],
    [30, 0, 30, undefined],
    [0, 0, 1, true],
    [1, 0, 1, undefined],
    [100, 100, 10_000, true],
  ])(
    'returns for other mails, after %i in a minute and %i in ten seconds, of %i allowed: %s',
    (lastMinute, lastTenSeconds, limit, allowed) => {
      const recent = {
        lastMinute,
        lastTenSeconds,
        strangerCodesLastMinute: 0,
        strangerCodesLastTenSeconds: 0,
      };
      expect(allowedMails(recent, limit, true)?.others).toBe(allowed);
    },
  );

  it.each([
    [19, 19, 30, false, true],
    [20, 0, 30, false, false],
    [2, 2, 30, true, true],
    [3, 3, 30, true, false],
    [19, 2, 30, true, true],
    [20, 2, 30, true, false],
    [0, 0, 1, true, true],
  ])(
    'returns for codes for strangers, after %i in a minute and %i in ten seconds, of %i allowed, others wait %s: %s',
    (lastMinute, lastTenSeconds, limit, otherMailWaits, allowed) => {
      const recent = {
        lastMinute,
        lastTenSeconds,
        strangerCodesLastMinute: lastMinute,
        strangerCodesLastTenSeconds: lastTenSeconds,
      };
      expect(allowedMails(recent, limit, otherMailWaits)?.strangerCodes).toBe(allowed);
    },
  );

  it('keeps codes for strangers to the pace of all mails while others wait', () => {
    const recent = {
      lastMinute: 5,
      lastTenSeconds: 5,
      strangerCodesLastMinute: 0,
      strangerCodesLastTenSeconds: 0,
    };
    expect(allowedMails(recent, 30, true)?.strangerCodes).toBe(false);
    expect(allowedMails(recent, 30, false)?.strangerCodes).toBe(true);
  });
});

describe('retrySeconds', () => {
  const waits = (kind: string, reason: string) =>
    [1, 2, 3, 4, 5, 6, 7, 50].map((attempt) =>
      retrySeconds({ ...mail, kind, attempt }, { state: 'waiting', reason, detail: '' }),
    );
  const growing = [10, 30, 90, 270, 810, 1800, 1800, 1800];
  const short = [10, 15, 15, 15, 15, 15, 15, 15];

  it.each([
    ['invitation', 'SERVER_UNAVAILABLE', growing],
    ['code', 'SERVER_UNAVAILABLE', short],
    ['code', 'CONNECTION_LOST', short],
    ['code', 'DEFERRED', growing],
    ['code', 'LOGIN_REFUSED', growing],
  ])('waits after each attempt of a mail of the kind %s with the reason %s', (kind, reason, expected) => {
    expect(waits(kind, reason)).toEqual(expected);
  });
});

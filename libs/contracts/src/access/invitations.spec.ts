import { importOptions, importRow, invitationAction } from './invitations.js';

describe('the window of an invitation', () => {
  const isValid = (startsAt: string | null, endsAt: string | null) =>
    importOptions.safeParse({ language: 'en', startsAt, endsAt }).success;

  it.each(['2026-12-31T00:00:00Z', '2026-12-31T23:59:59.999Z', '9998-12-31T23:59:59.999Z', null])(
    'may end at %s',
    (endsAt) => {
      expect(isValid(null, endsAt)).toBe(true);
    },
  );

  it.each([
    '9999-12-31T23:59:59.9999999Z',
    '9999-12-31T23:59:59Z',
    '2026-12-31T23:59:59.9999Z',
    '0000-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    `2026-12-31T23:59:59.${'1'.repeat(5000)}Z`,
    '2026-13-01T00:00:00Z',
    '2026-12-31',
    '',
  ])('may not end at %s', (endsAt) => {
    expect(isValid(null, endsAt)).toBe(false);
    expect(invitationAction.safeParse({ action: 'extend', endsAt }).success).toBe(false);
  });

  it('may not end before it starts, compared as moments', () => {
    expect(isValid('2026-12-31T00:00:00.5Z', '2026-12-31T00:00:00Z')).toBe(false);
    expect(isValid('2026-12-31T00:00:00Z', '2026-12-31T00:00:00Z')).toBe(false);
    expect(isValid('2026-12-31T00:00:00Z', '2026-12-31T00:00:00.5Z')).toBe(true);
  });
});

it.each([
  [1, true],
  [2 ** 31 - 1, true],
  [2 ** 31, false],
  [0, false],
  [1.5, false],
])('a row may have the line number %d: %s', (line, isValid) => {
  expect(importRow.safeParse({ line, email: 'ada@example.org' }).success).toBe(isValid);
});

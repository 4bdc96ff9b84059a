import { checkRows, type KnownAddresses, parseRow, uniqueLines } from './import-row.js';

const nothing: KnownAddresses = { inImport: new Set(), invited: new Map(), blocked: new Set() };
const outcomes = (emails: readonly string[], known: Partial<KnownAddresses> = {}) =>
  checkRows(
    emails.map((email, index) => parseRow({ line: index + 1, email, name: '' })),
    { ...nothing, ...known },
  ).map(({ outcome }) => outcome);

describe('parseRow', () => {
  it('trims address and name', () => {
    const row = parseRow({ line: 3, email: ' Ada@Kino.example ', name: ' Ada L. ' });
    expect(row).toEqual({
      line: 3,
      email: 'Ada@Kino.example',
      name: 'Ada L.',
      key: 'ada@kino.example',
      problem: undefined,
    });
  });

  it('accepts domains, in Unicode and Punycode', () => {
    expect(parseRow({ line: 1, email: '@Kino.example', name: '' }).key).toBe('@kino.example');
    expect(parseRow({ line: 1, email: '@xn--bcher-kva.example', name: '' }).key).toBe('@bücher.example');
  });

  it.each(['', 'ada', '@', '@localhost', 'ada@kino.example, grace@kino.example', 'a\0@kino.example'])(
    'rejects the address %j',
    (email) => {
      expect(parseRow({ line: 1, email, name: '' })).toMatchObject({
        email,
        problem: 'emailInvalid',
        key: undefined,
      });
    },
  );

  it.each(['\u202Eevil', '\u200B', 'x'.repeat(201), 'a\0'])('rejects the name %j', (name) => {
    expect(parseRow({ line: 1, email: 'ada@kino.example', name })).toMatchObject({ problem: 'nameInvalid' });
  });
});

describe('checkRows', () => {
  it('finds duplicates by case and Unicode form, also of lines sent before', () => {
    const emails = ['José@kino.example', 'jose\u0301@kino.example', 'JOSÉ@KINO.EXAMPLE', 'jose@kino.example'];
    expect(outcomes(emails)).toEqual(['new', 'duplicate', 'duplicate', 'new']);
    expect(outcomes(emails, { inImport: new Set(['josé@kino.example']) })).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
      'new',
    ]);
  });

  it('distinguishes ended invitations from others, and reports blocked addresses', () => {
    const invited = new Map([
      ['ended@kino.example', { hasEnded: true }],
      ['valid@kino.example', { hasEnded: false }],
    ]);
    const emails = ['ended@kino.example', 'valid@kino.example', 'blocked@kino.example', 'invalid'];
    expect(outcomes(emails, { invited, blocked: new Set(['blocked@kino.example']) })).toEqual([
      'renewed',
      'alreadyInvited',
      'blocked',
      'emailInvalid',
    ]);
  });
});

it('keeps the last of several rows of a line', () => {
  const rows = ['a', 'b', 'c'].map((email, index) => ({ line: index === 2 ? 1 : 2, email, name: '' }));
  expect(uniqueLines(rows)).toEqual([
    { line: 2, email: 'b', name: '' },
    { line: 1, email: 'c', name: '' },
  ]);
});

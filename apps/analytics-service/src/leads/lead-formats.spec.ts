import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ExportedLead } from '@secure-preview/contracts';
import { csvLeads, jsonLeads } from './lead-formats.js';

const lead: ExportedLead = {
  id: '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11',
  capturedAt: '2026-11-02T10:00:00.000001Z',
  name: 'Zoë “Z” O’Neil',
  email: 'zoë@example.org',
  verifiedBy: 'none',
  ipAddress: '203.0.113.1',
  userAgent: null,
  termsVersion: '2025-10',
  termsSha256: 'ab',
  watchedSeconds: 12.5,
  watchedShare: null,
  deliveredSeconds: 0,
  deliveredShare: 0.25,
  lastSeenAt: null,
};
const header =
  'id,capturedAt,name,email,verifiedBy,ipAddress,userAgent,termsVersion,termsSha256,watchedSeconds,watchedShare,deliveredSeconds,deliveredShare,lastSeenAt\r\n';
const csv = async (...leads: ExportedLead[]) => text(Readable.from(leads).compose(csvLeads()));
const nameCell = async (name: string) => {
  const written = await csv({ ...lead, name });
  return written.slice(written.indexOf('000001Z,') + 8, written.indexOf(',zoë@'));
};

it('writes rows by RFC 4180, with columns in a fixed order', async () => {
  expect(await csv(lead)).toBe(
    `${header}${lead.id},${lead.capturedAt},Zoë “Z” O’Neil,zoë@example.org,none,203.0.113.1,,2025-10,ab,12.5,,0,0.25,\r\n`,
  );
});

it('starts with a byte order mark, and has a header even without leads', async () => {
  const chunks = await Readable.from([]).compose(csvLeads()).toArray();
  expect(Buffer.concat(chunks.map((chunk: string | Buffer) => Buffer.from(chunk))).toString('utf8')).toBe(
    `\uFEFF${header}`,
  );
});

it.each([
  ['Lovelace, Ada', '"Lovelace, Ada"'],
  ['the "Countess"', '"the ""Countess"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
])('quotes %j', async (name, cell) => {
  expect(await nameCell(name)).toBe(cell);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('escapes the formula %j', async (name) => {
  expect((await nameCell(name)).replace(/^"/, '')).toMatch(/^'/);
});

it.each([
  ['x;=1+1;', "x;'=1+1;"],
  ['x; +1;-1', "x; '+1;'-1"],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['x\n=1+1', `"x\n'=1+1"`],
  ['x;\uFF1D1', "x;'\uFF1D1"],
  ['Ada; Countess - of = Lovelace', 'Ada; Countess - of = Lovelace'],
])('escapes formulas after every possible separator in %j', async (name, cell) => {
  expect(await nameCell(name)).toBe(cell);
});

it('quotes a cell and escapes its formula', async () => {
  expect(await nameCell('=HYPERLINK("http://evil.example","x")')).toBe(
    `"'=HYPERLINK(""http://evil.example"",""x"")"`,
  );
});

/**
 * Splits a file as a spreadsheet does. Quotes count only at the start of a cell, and only if `quotes` is set.
 */
function cellsOf(file: string, separator: string, quotes: boolean): string[] {
  const cells = [''];
  let [isAtStart, isQuoted] = [true, false];
  for (let index = 0; index < file.length; index++) {
    const character = file.charAt(index);
    if (isQuoted && character === '"' && file[index + 1] === '"')
      cells[cells.length - 1] += file.charAt(index++);
    else if (quotes && character === '"' && (isAtStart || isQuoted)) isQuoted = !isQuoted;
    else if (!isQuoted && (character === separator || character === '\r' || character === '\n'))
      cells.push('');
    else cells[cells.length - 1] += character;
    isAtStart = cells.at(-1) === '' && !isQuoted;
  }
  return cells;
}

describe('a formula in a value', () => {
  const before = [
    '',
    '"',
    ' "',
    '\'";',
    'x;',
    'x\t',
    'x\r',
    'x\n',
    'x\r\n',
    'x,',
    'x,"',
    'x;";',
    'x|',
    'x ',
    'x:',
    'x^',
    'x#',
  ];
  const between = [
    '',
    '"',
    '""',
    ' ',
    '"\u00a0"',
    '\u3000',
    '\ufeff',
    '\u200b',
    '\t',
    '\r',
    ';',
    '";"',
    '\n"',
  ];
  const signs = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'];
  const attacks = before.flatMap((start) =>
    between.flatMap((middle) => signs.map((character) => `${start}${middle}${character}cmd|'/c calc'!A0;x`)),
  );

  it.each([',', ';', '\t', '|', ' ', ':', '^', '#'])(
    'never starts a cell when the separator is %j',
    async (separator) => {
      const file = await csv(
        ...attacks.flatMap((text) => [
          { ...lead, name: text },
          { ...lead, userAgent: text },
        ]),
      );
      for (const quotes of [true, false]) {
        const cells = cellsOf(file, separator, quotes);
        expect(cells.length).toBeGreaterThan(attacks.length);
        const starts = cells.filter((cell) => /^[\s"\p{C}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u.test(cell));
        expect(starts).toEqual([]);
      }
    },
  );

  it('is not suspected in names that have the same characters elsewhere', async () => {
    for (const name of [
      'Anne-Marie',
      'a;b',
      "O'Neil; Zoë",
      '1+1=2',
      'ada@home',
      'Ada - Countess',
      'x--y',
      'a.-b',
    ])
      expect(await nameCell(name)).toBe(name);
  });
});

it.each([0, 1, 3])('writes %d leads as one JSON array', async (count) => {
  const leads = Array.from({ length: count }, () => lead);
  expect(JSON.parse(await text(Readable.from(leads).compose(jsonLeads())))).toEqual(leads);
});

import { unescapeFormulas } from '@secure-preview/contracts';
import { columnsOf, type PeopleColumns } from './people-columns.js';

/** Characters of a cell that are sent, so that calls stay small. Longer names and addresses are invalid. */
const MAX_CELL = 320;
/** Separators that are recognised. */
const SEPARATORS = [',', ';', '\t', '|'];
/** First line by which spreadsheets declare the separator. */
const DECLARATION = /^sep=(.)\r?\n/i;

type Papa = typeof import('papaparse');
interface Person {
  readonly email: string;
  readonly name: string;
}
/** A person of a list. */
export interface ListedPerson extends Person {
  /** Line in the pasted text or file, from 1. Several people may be in one line. */
  readonly line: number;
}

/**
 * Reads names and addresses from a pasted list or a CSV file: one person a line, `Name <address>`, several addresses
 * in a line, or columns with or without a heading. A line without an address is kept, so that it is shown as a problem.
 */
export async function parsePeople(text: string): Promise<ListedPerson[]> {
  const { default: papa } = await import('papaparse');
  const content = text.replace(/^\uFEFF/, '');
  const declared = DECLARATION.exec(content)?.[1];
  const records = numbered(cellsOf(papa, content, declared)).slice(declared === undefined ? 0 : 1);
  const columns = columnsOf(records.map(({ cells }) => cells));
  return (columns ? records.slice(1) : records).flatMap(({ line, cells }) =>
    (columns ? [personIn(cells, columns)] : peopleIn(cells)).map(({ email, name }) => ({
      line,
      email: email.slice(0, MAX_CELL),
      name: name.slice(0, MAX_CELL),
    })),
  );
}

/** Returns the separator of a list. Empty lines are skipped: as records of one cell, they would hide it in short lists. */
function separatorOf(papa: Papa, content: string): string {
  const guess = { delimitersToGuess: SEPARATORS, skipEmptyLines: 'greedy', preview: 1 } as const;
  return papa.parse<string[]>(content, guess).meta.delimiter;
}

/** Returns the cells of each record. */
function cellsOf(papa: Papa, content: string, declared: string | undefined): string[][] {
  const { data, errors } = papa.parse<string[]>(content, {
    delimiter: declared ?? separatorOf(papa, content),
  });
  if (!errors.some(({ type }) => type === 'Quotes')) return data;
  // The cell of a stray quote contains all that follows. The separator is guessed without such cells.
  const delimiter = declared ?? separatorOf(papa, content.replaceAll('"', ''));
  return content.split(/\r\n?|\n/).map((line) => cellsOfLine(papa, line, delimiter));
}

/** Returns the cells of a line. If it has a stray quote, no separator is quoted. */
function cellsOfLine(papa: Papa, line: string, delimiter: string): string[] {
  const { data, errors } = papa.parse<string[]>(line, { delimiter });
  const [cells = []] = data;
  if (errors.length === 0) return cells;
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));
}

/** Returns the records that are not empty, with the number of their first line. Cells of the portal's own exports are unescaped. */
function numbered(records: readonly string[][]): { line: number; cells: string[] }[] {
  let line = 1;
  return records
    .map((record) => {
      const numberedRecord = { line, cells: record.map((cell) => unescapeFormulas(cell.trim())) };
      line += 1 + (record.join('').match(/\r\n?|\n/g)?.length ?? 0);
      return numberedRecord;
    })
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function personIn(cells: readonly string[], { email, names }: PeopleColumns): Person {
  const name = names.map((index) => cells[index] ?? '').join(' ');
  const [inAngles] = inAngleBrackets([cells[email] ?? '']);
  return inAngles ?? { email: cells[email] ?? '', name: oneLine(name) };
}

/** Returns the people of a line without headings. */
function peopleIn(cells: readonly string[]): Person[] {
  const inAngles = inAngleBrackets(cells);
  if (inAngles.length > 0) return inAngles;
  // The separator of the file may be another one, because it is a guess.
  const addresses = plain(cells.flatMap((cell) => cell.split(/[,;|\t]/))).map(({ email }) => email);
  const [first, ...others] = addresses;
  const texts = cells.filter((cell) => cell !== '' && !cell.includes('@'));
  if (first === undefined) return [{ email: texts.join(' '), name: '' }];
  if (others.length > 0) return addresses.map((email) => ({ email, name: '' }));
  return [{ email: first, name: oneLine(texts[0] ?? '') }];
}

/** Returns the people of a line that contains `Name <address>`, where a comma may belong to a name. */
function inAngleBrackets(cells: readonly string[]): Person[] {
  const line = cells.join(', ');
  const people: Person[] = [];
  let end = 0;
  for (const match of line.matchAll(/<\s*([^<>]*@[^<>]*?)\s*>/g)) {
    const before = line.slice(end, match.index).split(/[;|\t]/);
    const name = (before.pop() ?? '').split(/,(?=[^,]*@)/);
    people.push(...plain(before), ...plain(name.slice(0, -1)));
    people.push(...named(name.at(-1) ?? '', match[1] ?? ''));
    end = match.index + match[0].length;
  }
  return people.length > 0 ? [...people, ...plain(line.slice(end).split(/[,;|\t]/))] : [];
}

const plain = (texts: readonly string[]): Person[] =>
  texts.filter((text) => text.includes('@')).map((text) => ({ email: text.trim(), name: '' }));

/** Returns a person, and the plain address that may precede the name. */
function named(text: string, email: string): Person[] {
  const [start = '', ...rest] = text.replace(/^[\s,]+/, '').split(',');
  const isAddress = start.includes('@');
  const name = isAddress ? rest.join(',') : [start, ...rest].join(',');
  const person = { email, name: oneLine(name.replace(/^[\s,"']+|[\s,"']+$/g, '')) };
  return isAddress ? [...plain([start]), person] : [person];
}

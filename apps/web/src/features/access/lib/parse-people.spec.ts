import { exportFile } from '../../../components/lists/export-file.js';
import { textOf } from '../../../testing/saved-files.js';
import { parsePeople } from './parse-people.js';

const ada = { email: 'ada@kino.example', name: 'Ada Lovelace' };
const bob = { email: 'bob@kino.example', name: 'Bob' };

describe('a list of people', () => {
  it.each([
    ['one address a line', 'ada@kino.example\nbob@kino.example', ['', '']],
    ['names before addresses', 'Ada Lovelace <ada@kino.example>\nBob <bob@kino.example>', undefined],
    ['quoted names', '"Ada Lovelace" <ada@kino.example>\r\n"Bob" <bob@kino.example>\r\n', undefined],
    ['commas', 'Ada Lovelace,ada@kino.example\nBob,bob@kino.example', undefined],
    ['semicolons', 'ada@kino.example;Ada Lovelace\nbob@kino.example;Bob', undefined],
    ['tabs', 'ada@kino.example\tAda Lovelace\tKino\nbob@kino.example\tBob\tKino', undefined],
    ['quoted cells', '"Ada Lovelace","ada@kino.example"\n"Bob","bob@kino.example"', undefined],
    ['a byte order mark', '\uFEFFAda Lovelace;ada@kino.example\nBob;bob@kino.example', undefined],
  ])('is read with %s', async (_case, text, names) => {
    const [first, second] = names ?? [ada.name, bob.name];
    expect(await parsePeople(text)).toEqual([
      { line: 1, email: ada.email, name: first },
      { line: 2, email: bob.email, name: second },
    ]);
  });

  it.each([
    ['English', 'Company;Name;E-mail address'],
    ['German', 'Firma;Anzeigename;E-Mail-Adresse'],
    ['French', 'Société;Nom complet;Courriel'],
  ])('is read by %s headings', async (_language, heading) => {
    const text = `${heading}\nKino;Ada Lovelace;ada@kino.example\nKino;Bob;bob@kino.example`;
    expect(await parsePeople(text)).toEqual([
      { line: 2, ...ada },
      { line: 3, ...bob },
    ]);
  });

  it.each([
    ['Name;Adresse;PLZ;E-Mail', 'Ada Lovelace;Hauptstr. 1;10115;ada@kino.example'],
    ['Address,Full name,City,Email', '1 Main St,Ada Lovelace,London,ada@kino.example'],
    ['Mail,E-mail address,Name', 'London office,ada@kino.example,Ada Lovelace'],
    ['Name;Adresse', 'Ada Lovelace;ada@kino.example'],
  ])('is read by the heading that is most clearly that of e-mail addresses: %s', async (heading, row) => {
    expect(await parsePeople(`${heading}\n${row}`)).toEqual([{ line: 2, ...ada }]);
  });

  it('is read without headings if none names the column of the e-mail addresses', async () => {
    const rows = await parsePeople('Name;Adresse;Kontakt\nAda Lovelace;Hauptstr. 1;ada@kino.example');
    expect(rows).toEqual([
      { line: 1, email: 'Name Adresse Kontakt', name: '' },
      { line: 2, ...ada },
    ]);
  });

  it.each([',', ';', '\t', '|'])('is read with the separator %j and empty lines', async (separator) => {
    const row = (...cells: string[]) => cells.join(separator);
    const text = `${row('Name', 'Email')}\r\n${row(ada.name, ada.email)}\r\n\r\n${row(bob.name, bob.email)}\r\n\r\n`;
    expect(await parsePeople(text)).toEqual([
      { line: 2, ...ada },
      { line: 4, ...bob },
    ]);
  });

  it('is read with first and last names, and the separator that a spreadsheet declares', async () => {
    expect(await parsePeople('sep=;\nNachname;Vorname;E-Mail\nLovelace;Ada;ada@kino.example')).toEqual([
      { line: 3, ...ada },
    ]);
  });

  it('numbers rows by their lines, also after empty lines and line breaks within a cell', async () => {
    expect(await parsePeople('\nada@kino.example,"Ada\nLovelace"\n\nBob,bob@kino.example')).toEqual([
      { line: 2, ...ada },
      { line: 5, ...bob },
    ]);
  });

  it.each([
    ['semicolons', '"The Boss;boss@kino.example\nBob;bob@kino.example\nCy;cy@kino.example'],
    ['commas', '"The Boss,boss@kino.example\n"Bob","bob@kino.example"\nCy,cy@kino.example'],
    ['angle brackets', '"The Boss <boss@kino.example>\n"Bob" <bob@kino.example>\r\nCy <cy@kino.example>'],
    ['a quote within a name', 'The Boss;boss@kino.example\n"Bob" B.;bob@kino.example\nCy;"cy@kino.example"'],
  ])('keeps the lines after a stray quote, with %s', async (_case, text) => {
    const rows = await parsePeople(text);
    expect(rows.map(({ line, email }) => [line, email])).toEqual([
      [1, 'boss@kino.example'],
      [2, 'bob@kino.example'],
      [3, 'cy@kino.example'],
    ]);
    expect(rows.map(({ name }) => name)).toEqual(['The Boss', expect.stringMatching(/^Bob/), 'Cy']);
  });

  it('keeps lines without an address, so that they are shown as problems', async () => {
    expect(await parsePeople('Ada Lovelace\nBob,bob@kino.example')).toEqual([
      { line: 1, email: 'Ada Lovelace', name: '' },
      { line: 2, ...bob },
    ]);
    expect(await parsePeople('Name,Email\nAda Lovelace,')).toEqual([
      { line: 2, email: '', name: 'Ada Lovelace' },
    ]);
  });

  it('may have several people on a line, who share its number', async () => {
    expect(await parsePeople('Lovelace, Ada <ada@kino.example>; Bob <bob@kino.example>')).toEqual([
      { line: 1, email: ada.email, name: 'Lovelace, Ada' },
      { line: 1, ...bob },
    ]);
    expect(await parsePeople('ada@kino.example, Bob <bob@kino.example>, c@kino.example')).toEqual([
      { line: 1, email: ada.email, name: '' },
      { line: 1, ...bob },
      { line: 1, email: 'c@kino.example', name: '' },
    ]);
    const rows = await parsePeople('a@kino.example; b@kino.example\n\nc@kino.example');
    expect(rows.map(({ line }) => line)).toEqual([1, 1, 3]);
  });

  it('keeps domains, and cuts cells that are too long to be sent', async () => {
    expect(await parsePeople(`@kino.example\n${'x'.repeat(2000)}@kino.example`)).toEqual([
      { line: 1, email: '@kino.example', name: '' },
      { line: 2, email: 'x'.repeat(320), name: '' },
    ]);
  });

  it('may be an export of the portal, in which formulas are escaped', async () => {
    const source = { name: 'invitations', columns: ['id', 'email', 'name', 'state'] as const };
    const people = [
      { email: '@kino.example', name: '' },
      { email: '=ada@kino.example', name: '-Ada, "Countess"' },
    ];
    const rows = people.map((person, index) => ({ ...person, id: String(index), state: 'opened' }));
    const { content } = await exportFile({ ...source, rows }, 'csv');
    expect((await parsePeople(await textOf(content))).map(({ line, ...person }) => person)).toEqual(people);
  });

  it('is empty without text', async () => {
    expect(await parsePeople(' \n\n')).toEqual([]);
  });
});

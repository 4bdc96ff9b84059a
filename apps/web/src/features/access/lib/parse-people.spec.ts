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

  it('keeps lines without an address, so that they are shown as problems', async () => {
    expect(await parsePeople('Ada Lovelace\nBob,bob@kino.example')).toEqual([
      { line: 1, email: 'Ada Lovelace', name: '' },
      { line: 2, ...bob },
    ]);
    expect(await parsePeople('Name,Email\nAda Lovelace,')).toEqual([
      { line: 2, email: '', name: 'Ada Lovelace' },
    ]);
  });

  it('may have several people on a line, who are numbered one by one', async () => {
    expect(await parsePeople('Lovelace, Ada <ada@kino.example>; Bob <bob@kino.example>')).toEqual([
      { line: 1, email: ada.email, name: 'Lovelace, Ada' },
      { line: 2, ...bob },
    ]);
    expect(await parsePeople('ada@kino.example, Bob <bob@kino.example>, c@kino.example')).toEqual([
      { line: 1, email: ada.email, name: '' },
      { line: 2, ...bob },
      { line: 3, email: 'c@kino.example', name: '' },
    ]);
    expect(await parsePeople('a@kino.example; b@kino.example\nc@kino.example')).toHaveLength(3);
  });

  it('keeps domains, and cuts cells that are too long to be sent', async () => {
    expect(await parsePeople(`@kino.example\n${'x'.repeat(2000)}@kino.example`)).toEqual([
      { line: 1, email: '@kino.example', name: '' },
      { line: 2, email: 'x'.repeat(320), name: '' },
    ]);
  });

  it('is empty without text', async () => {
    expect(await parsePeople(' \n\n')).toEqual([]);
  });
});

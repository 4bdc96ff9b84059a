/** Positions of the columns of a list with headings. */
export interface PeopleColumns {
  email: number;
  /** Columns that form the name, in order. */
  names: number[];
}

/** Headings of the usual address books, in the languages of the portal, in order of preference. */
const headings = {
  email: [
    'email',
    'emailaddress',
    'emailadresse',
    'mailadresse',
    'email1value',
    'adressemail',
    'courriel',
    'correoelectronico',
    '邮箱',
    '电子邮件',
    'البريدالالكتروني',
    'mail',
    'correo',
  ],
  /** Headings of e-mail addresses or of streets. */
  address: ['address', 'adresse'],
  name: ['name', 'fullname', 'displayname', 'anzeigename', 'nomcomplet', 'nombrecompleto', '姓名', 'الاسم'],
  first: ['firstname', 'givenname', 'vorname', 'prenom', 'nombre'],
  last: ['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'nom', 'apellido', 'apellidos'],
} as const;

/** Returns a heading without case, accents and separators. */
const normalized = (heading: string): string =>
  heading
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

type Row = readonly string[];

/** Returns the columns that the headings in the first row name; undefined if it has no headings. */
export function columnsOf([first = [], ...rows]: readonly Row[]): PeopleColumns | undefined {
  if (first.some((cell) => cell.includes('@'))) return undefined;
  const found = first.map(normalized);
  const indexOf = (names: readonly string[]) =>
    names.map((name) => found.indexOf(name)).find((index) => index >= 0) ?? -1;
  const hasEmails = (index: number) => rows.some((row) => row[index]?.includes('@'));
  const address = indexOf(headings.address);
  const email = [indexOf(headings.email), hasEmails(address) ? address : -1].find((index) => index >= 0);
  if (email === undefined) return undefined;
  const name = indexOf(headings.name);
  const parts = [indexOf(headings.first), indexOf(headings.last)];
  return { email, names: (name >= 0 ? [name] : parts).filter((index) => index >= 0) };
}

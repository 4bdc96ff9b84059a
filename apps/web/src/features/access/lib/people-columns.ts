/** Positions of the columns of a list with headings. */
export interface PeopleColumns {
  email: number;
  /** Columns that form the name, in order. */
  names: number[];
}

/** Headings of the usual address books, in the languages of the portal. */
const headings = {
  email: [
    'email',
    'emailaddress',
    'mail',
    'address',
    'adresse',
    'emailadresse',
    'mailadresse',
    'email1value',
    'adressemail',
    'courriel',
    'correo',
    'correoelectronico',
    '邮箱',
    '电子邮件',
    'البريدالالكتروني',
  ],
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

/** Returns the columns that the headings name; undefined if the cells are no headings. */
export function columnsOf(cells: readonly string[]): PeopleColumns | undefined {
  if (cells.some((cell) => cell.includes('@'))) return undefined;
  const found = cells.map(normalized);
  const indexOf = (names: readonly string[]) => found.findIndex((heading) => names.includes(heading));
  const email = indexOf(headings.email);
  if (email < 0) return undefined;
  const name = indexOf(headings.name);
  const parts = [indexOf(headings.first), indexOf(headings.last)];
  return { email, names: (name >= 0 ? [name] : parts).filter((index) => index >= 0) };
}

/** Names that are difficult for lists, search and the watermark. */
const NAMES = [
  'Ada Lovelace',
  'José Ángel Núñez',
  'Søren Kjærgård',
  'Zoë Müller-Lüdenscheidt',
  '王小明',
  '山田 花子',
  '김민준',
  'Иван Петров',
  'Αλέξανδρος Παπαδόπουλος',
  'محمد الأحمد',
  'שרה כהן',
  'प्रिया शर्मा',
  'สมชาย ใจดี',
  'Nguyễn Thị Minh Khai',
  'Ọlábísí Adébáyọ̀',
  'გიორგი ბერიძე',
  "O'Brien, Siobhán",
  'X',
  'Maria da Conceição dos Santos Oliveira e Silva de Albuquerque Cavalcanti',
  'Dr. 🎬 Director',
];

export interface Person {
  /** Number of times that all names were used before this person. */
  readonly round: number;
  readonly name: string;
  readonly email: string;
  /** Text that a search compares with the search term. */
  readonly searchText: string;
}

/** Returns person number `n`. Once all names are used, they repeat with a number. */
export function person(n: number): Person {
  const round = Math.floor(n / NAMES.length);
  const name = `${NAMES[n % NAMES.length]}${round === 0 ? '' : ` ${round + 1}`}`;
  const email = `visitor-${n + 1}@example.com`;
  return { round, name, email, searchText: `${name.normalize('NFKC').toLowerCase()}\n${email}` };
}

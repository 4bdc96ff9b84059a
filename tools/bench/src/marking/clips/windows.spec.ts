import { variantOf } from '@secure-preview/marking';
import { attacks } from './attacks.js';
import { judge, newTally, within } from './windows.js';

const codeword = Uint8Array.from({ length: 24 }, (_, at) => (at * 73 + 41) % 256);
const film = {
  name: 'film',
  seconds: 90,
  master: '',
  first: '',
  second: '',
  copy: '',
  codeword,
  starts: Array.from({ length: 180 }, (_, at) => at / 2),
};
const attack = {
  ...(attacks[0] as (typeof attacks)[number]),
  people: 1000,
  clipSeconds: 30,
  leftSeconds: 88,
};

/** A whole film, read as that codeword says, or always wrongly. */
const readingOf = (sign: 1 | -1, segments = 176) => ({
  clip: '',
  film: 'film',
  evidence: Array.from({ length: segments }, (_, segment) => ({
    segment,
    z: variantOf(codeword, segment) === 1 ? sign * 3 : sign * -3,
    clipTime: segment / 2 + 0.25,
  })),
  runs: 1,
  mirrored: false,
  cpu: 0,
  at: '',
});

it('counts the segments that lie in a clip as a whole', () => {
  expect(within(readingOf(1).evidence, 0.5, 2).map(({ segment }) => segment)).toEqual([1, 2, 3]);
  expect(within(readingOf(1).evidence, 0.6, 2.4).map(({ segment }) => segment)).toEqual([2, 3]);
});

it('counts the clips that name the person whose copy it is', () => {
  const tally = newTally();
  judge(film, readingOf(1), attack, tally);
  expect(tally).toMatchObject({ clips: 13, apart: 2, named: 13, wrong: 0, inconclusive: 0 });
});

it('does not count clips that show other variants', () => {
  const tally = newTally();
  judge(film, readingOf(-1), attack, tally);
  expect(tally).toMatchObject({ clips: 13, named: 0, wrong: 0 });
});

it('counts clips with few segments apart', () => {
  const tally = newTally();
  judge(film, readingOf(1, 36), attack, tally);
  expect(tally).toMatchObject({ clips: 0, named: 0, inconclusive: 13 });
});

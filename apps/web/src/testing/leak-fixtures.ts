import type { LeakCaseWithPeople, LeakReading, MarkedPerson, NamedPerson } from '@secure-preview/contracts';
import { trailerId } from './fixtures.js';

type Result = NonNullable<LeakCaseWithPeople['result']>;

/** Creates a person with a mark id. */
export const markedPersonOf = (over: Partial<MarkedPerson> = {}): MarkedPerson => ({
  markId: crypto.randomUUID(),
  name: 'Ada Lovelace',
  email: 'ada@kino.example',
  proved: true,
  verifiedBy: 'code',
  visits: 2,
  firstAt: '2026-03-01T12:00:00.000Z',
  lastAt: '2026-03-02T12:00:00.000Z',
  ...over,
});

/** Creates a name for the copy of a person. */
export const namedPersonOf = (person: MarkedPerson, over: Partial<NamedPerson> = {}): NamedPerson => ({
  markId: person.markId,
  trailerId,
  test: 'single',
  log10Np: -9.3,
  partners: [],
  sameCodeword: [],
  differs: [3],
  person,
  ...over,
});

/** Creates what was read of a version of 60 seconds: 40 marks of segments of half a second. */
export const leakReadingOf = (over: Partial<LeakReading> = {}): LeakReading => ({
  trailerId,
  title: 'Episode One',
  uploadedAt: '2026-02-20T12:00:00.000Z',
  trailerSeconds: 60,
  mirrored: false,
  runs: [{ clipFrom: 0, clipTo: 20, trailerFrom: 0, rate: 1 }],
  marks: Array.from({ length: 40 }, (_, segment) => ({
    segment,
    atSeconds: segment / 2,
    seen: segment % 2 === 0 ? (0 as const) : (1 as const),
    weight: 30 - (segment % 20),
  })),
  readableSegments: 38,
  ...over,
});

/** Creates a result that names these people, or nobody. */
export const leakResultOf = (names: NamedPerson[], over: Partial<Result> = {}): Result => ({
  provenance: { sha256: '0123456789abcdef'.repeat(4), portalVersion: '1.0.0' },
  verdict: names.length > 1 ? 'several' : names.length > 0 ? 'named' : 'inconclusive',
  names,
  reason: names.length > 0 ? null : { code: 'otherFilm', params: {} },
  enoughSeconds: null,
  codewordsScored: 1200,
  readings: names.length > 0 ? [leakReadingOf()] : [],
  ...over,
});

/** Creates a case that is done. */
export const leakCaseOf = (
  result: Result | null,
  over: Partial<LeakCaseWithPeople> = {},
): LeakCaseWithPeople => ({
  id: crypto.randomUUID(),
  fileName: 'found on a forum.mp4',
  bytes: 12_345_678,
  seconds: 20,
  status: 'done',
  step: null,
  progress: 100,
  failure: null,
  result,
  hasPictures: false,
  note: '',
  createdAt: '2026-03-03T12:00:00.000Z',
  finishedAt: '2026-03-03T12:02:00.000Z',
  ...over,
});

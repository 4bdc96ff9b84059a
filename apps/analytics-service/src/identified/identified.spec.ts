import { randomUUID } from 'node:crypto';
import { inconclusiveCodes, type LeakResult, type MarkedPerson } from '@secure-preview/contracts';
import { describeIdentified, identified } from './identified.js';

const [ada, eve, gone, trailerId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const name = (markId: string, log10Np: number) => ({
  ...{ markId, trailerId, log10Np },
  test: 'single' as const,
  partners: [],
  sameCodeword: [],
  differs: [3],
});
const person = (markId: string, email: string, proved: boolean): MarkedPerson => ({
  ...{ markId, email, proved },
  name: email.split('@')[0] ?? '',
  verifiedBy: proved ? 'code' : 'none',
  visits: 1,
  firstAt: '2026-11-01T10:00:00.000Z',
  lastAt: '2026-11-01T10:00:00.000Z',
});
const result = (more: Partial<LeakResult>): LeakResult => ({
  verdict: 'inconclusive',
  names: [],
  reason: null,
  enoughSeconds: null,
  codewordsScored: 3,
  readings: [
    {
      ...{ trailerId, title: 'A title', uploadedAt: '2026-11-01T10:00:00.000Z', trailerSeconds: 90 },
      ...{ mirrored: true, runs: [], marks: [], readableSegments: 40 },
    },
  ],
  ...more,
});

const provenance = { sha256: 'ab12', portalVersion: '1.0.0' };

it('names people with their proof, and keeps mark ids of which no visit is known', () => {
  const several = result({
    provenance,
    verdict: 'several',
    names: [name(ada, -400), name(eve, -8), name(gone, -7)],
  });
  const found = identified({ result: several, seconds: 30 }, [
    person(eve, 'eve@kino.example', false),
    person(ada, 'ada@kino.example', true),
  ]);
  expect(found).toMatchObject({
    verdict: 'several',
    people: [
      { email: 'ada@kino.example', proved: true, verifiedBy: 'code', np: 0, log10Np: -400 },
      { email: 'eve@kino.example', proved: false, np: 1e-8 },
      { email: null, name: null, proved: false, markId: gone },
    ],
    codewordsScored: 3,
    clipSeconds: 30,
    provenance,
    versions: [{ trailerId, title: 'A title', readableSegments: 40 }],
  });
  expect(describeIdentified(found)).toEqual([
    'Several: the clip shows copies of several people, or one of copies that cannot be told apart.',
    '  the copy of ada <ada@kino.example>, address proved (code): N·p = 10^-400.0',
    '  the copy given to the session that claimed to be eve <eve@kino.example>: N·p = 10^-8.0',
    `  the copy with mark id ${gone}, of which no visit is known any more: N·p = 10^-7.0`,
    'Version: “A title”, uploaded 2026-11-01T10:00Z; 40 readable segments; mirrored.',
    'File: SHA-256 ab12, read by version 1.0.0.',
    'Codewords scored: 3.',
    expect.stringContaining('This is not a probability of guilt'),
    expect.stringContaining('The operator of the portal could have made such a copy'),
    '(docs/forensic-marking.md).',
  ]);
});

it('says why nobody is named, and what would have been enough', () => {
  const weak = result({
    reason: { code: 'markTooWeak', params: { bits: 9.6, neededBits: 24 } },
    enoughSeconds: 80,
  });
  const lines = describeIdentified(identified({ result: weak, seconds: 30 }, []));
  expect(lines.slice(0, 3)).toEqual([
    'Inconclusive: nobody is named.',
    'The marks are too weak: 9 bits were read, and 24 are needed.',
    'About 80 seconds of such a clip would be enough.',
  ]);
  for (const code of inconclusiveCodes) {
    const [, reason] = describeIdentified(
      identified({ result: result({ reason: { code, params: {} } }), seconds: 30 }, []),
    );
    expect(reason).toMatch(/\.$/);
  }
});

it('says which copies cannot be told apart, and what a mix of two would need', () => {
  const equal = { ...name(ada, -9), sameCodeword: [eve] };
  const found = identified({ result: result({ verdict: 'several', names: [equal] }), seconds: 30 }, []);
  expect(describeIdentified(found)[1]).toContain(`equal to the copy with mark id ${eve}`);
  const mixed = result({ reason: { code: 'nobodyStandsOut', params: {} }, enoughSeconds: 70 });
  expect(describeIdentified(identified({ result: mixed, seconds: 30 }, []))).toContain(
    'If two people mixed their copies, about 70 seconds would be enough.',
  );
});

import type { LeakResult, MarkedPerson } from '@secure-preview/contracts';
import { reasonText } from './reason-text.js';

/** A person whose copy a clip shows. Name and address are null if no visit is known any more. */
interface IdentifiedPerson {
  readonly email: string | null;
  readonly name: string | null;
  /** Whether the address was proved. Otherwise, somebody claimed it at the gate. */
  readonly proved: boolean;
  readonly verifiedBy: string | null;
  /** N·p: the bound that this name meets. 0 if it is too small for a number; `log10Np` is exact. */
  readonly np: number;
  readonly log10Np: number;
  readonly test: 'single' | 'pair';
  readonly markId: string;
  readonly trailerId: string;
  /** Mark ids of the copies with which this one passes the test of pairs. */
  readonly partners: readonly string[];
  /** Mark ids of the copies with the same codeword in all readable segments. */
  readonly sameCodeword: readonly string[];
}

/** What `portal identify --json` prints. */
export interface Identified {
  readonly verdict: LeakResult['verdict'];
  /** Only those who are named. */
  readonly people: readonly IdentifiedPerson[];
  readonly reason: LeakResult['reason'];
  /** Seconds of such a clip that would have been enough; null if no length would, or somebody is named. */
  readonly enoughSeconds: number | null;
  /** N: the codewords that were scored for names. */
  readonly codewordsScored: number;
  /** Seconds of the clip; null if they are unknown. */
  readonly clipSeconds: number | null;
  /** SHA-256 of the file, and the version of the portal that read it. */
  readonly provenance: LeakResult['provenance'];
  readonly versions: readonly {
    readonly trailerId: string;
    readonly title: string;
    readonly uploadedAt: string;
    readonly mirrored: boolean;
    readonly readableSegments: number;
    readonly runs: LeakResult['readings'][number]['runs'];
  }[];
}

/** @param people people of the named mark ids, without unknown ones */
export function identified(
  { result, seconds }: { result: LeakResult; seconds: number | null },
  people: readonly MarkedPerson[],
): Identified {
  const byMark = new Map(people.map((person) => [person.markId, person]));
  return {
    verdict: result.verdict,
    people: result.names.map(({ markId, trailerId, test, log10Np, partners, sameCodeword }) => {
      const person = byMark.get(markId);
      return {
        email: person?.email ?? null,
        name: person?.name ?? null,
        proved: person?.proved ?? false,
        verifiedBy: person?.verifiedBy ?? null,
        np: 10 ** log10Np,
        log10Np,
        test,
        markId,
        trailerId,
        partners,
        sameCodeword,
      };
    }),
    reason: result.reason,
    enoughSeconds: result.enoughSeconds,
    codewordsScored: result.codewordsScored,
    clipSeconds: seconds,
    provenance: result.provenance,
    versions: result.readings.map(({ trailerId, title, uploadedAt, mirrored, readableSegments, runs }) => ({
      trailerId,
      title,
      uploadedAt,
      mirrored,
      readableSegments,
      runs,
    })),
  };
}

const VERDICTS = {
  named: 'Named: the clip shows one copy.',
  several: 'Several: the clip shows copies of several people, or one of copies that cannot be told apart.',
  inconclusive: 'Inconclusive: nobody is named.',
} as const;

/** Returns the result as lines for the operator. */
export function describeIdentified(found: Identified): string[] {
  return [
    VERDICTS[found.verdict],
    ...found.people.map(personLine),
    ...(found.reason === null ? [] : [reasonText(found.reason)]),
    ...(found.enoughSeconds === null ? [] : [enoughText(found.reason?.code, found.enoughSeconds)]),
    ...found.versions.map(
      ({ title, uploadedAt, mirrored, readableSegments }) =>
        `Version: “${title}”, uploaded ${uploadedAt.slice(0, 16)}Z; ${readableSegments} readable segments${mirrored ? '; mirrored' : ''}.`,
    ),
    ...(found.provenance
      ? [`File: SHA-256 ${found.provenance.sha256}, read by version ${found.provenance.portalVersion}.`]
      : []),
    ...(found.people.length === 0
      ? []
      : [
          `Codewords scored: ${found.codewordsScored}.`,
          'At most 1 in 1,000,000 cases names anybody whose copy was not used. This is not a probability of guilt: it names',
          'whose copy it was, not who leaked it. The operator of the portal could have made such a copy, too',
          '(docs/forensic-marking.md).',
        ]),
  ];
}

const enoughText = (code: string | undefined, seconds: number) =>
  code === 'nobodyStandsOut'
    ? `If two people mixed their copies, about ${seconds} seconds would be enough.`
    : `About ${seconds} seconds of such a clip would be enough.`;

function personLine(person: IdentifiedPerson): string {
  const { email, name, proved, verifiedBy, log10Np, test, sameCodeword } = person;
  const equal =
    sameCodeword.length === 0 ? '' : `, equal to the copy with mark id ${sameCodeword.join(', ')}`;
  const bound = `N·p = 10^${log10Np.toFixed(1)}${test === 'pair' ? ', with another copy' : ''}${equal}`;
  if (email === null)
    return `  the copy with mark id ${person.markId}, of which no visit is known any more: ${bound}`;
  const who = `${name} <${email}>`;
  return proved
    ? `  the copy of ${who}, address proved (${verifiedBy}): ${bound}`
    : `  the copy given to the session that claimed to be ${who}: ${bound}`;
}

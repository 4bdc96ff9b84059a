import type { SegmentEvidence } from '@secure-preview/marking';
import {
  FAINT,
  markedEvidence,
  SeededRandom,
  switching,
  unmarkedEvidence,
} from '@secure-preview/marking/simulation';

interface NamedEvidence {
  readonly name: string;
  readonly evidence: readonly SegmentEvidence[];
}

/** Returns evidence of the kinds that clips give, each of 0.5 s a segment. None depends on a codeword that is scored. */
export function simulatedEvidences(): NamedEvidence[] {
  const random = new SeededRandom(2026);
  const [a, b] = [random.fill(new Uint8Array(150)), random.fill(new Uint8Array(150))];
  return [
    { name: 'unmarked, 30 s', evidence: unmarkedEvidence(random, 60) },
    { name: 'unmarked, 90 s', evidence: unmarkedEvidence(random, 180) },
    { name: 'marked, 30 s', evidence: markedEvidence(random, 60, () => a) },
    { name: 'marked, 90 s', evidence: markedEvidence(random, 180, () => a) },
    { name: 'faint, 30 s', evidence: markedEvidence(random, 60, () => a, FAINT) },
    { name: 'uneven, 30 s', evidence: unmarkedEvidence(random, 60, 0.2) },
    { name: 'two people, 90 s', evidence: markedEvidence(random, 180, switching(a, b)) },
  ];
}

import type { MarkCheck } from '@secure-preview/contracts';
import { enoughSeconds } from '@secure-preview/marking';

/** What small and poor copies of a trailer showed of its marks. */
export interface CheckedMarks {
  readonly segments: number;
  readonly readable: number;
  /** What such a copy of the whole trailer says about a codeword. */
  readonly bits: number;
  /** Length of the trailer. */
  readonly seconds: number;
  /** Codewords that were drawn for the trailer. */
  readonly codewords: number;
}

/** Readable segments of a clip of 30 s under which a title counts as weak. 10,000 people need 35 without an error. */
const ENOUGH_SEGMENTS = 37;
const CLIP_SECONDS = 30;

/** Maps a check to the administrator's view. A clip cannot be longer than its trailer. */
export function markCheckView({ segments, readable, bits, seconds, codewords }: CheckedMarks): MarkCheck {
  const people = Math.max(1, codewords);
  const needed = enoughSeconds({ bits, seconds, codewords: people });
  return {
    segments,
    readableSegments: readable,
    secondsToName: needed === null || needed > seconds ? null : needed,
    people,
    weak: readable * CLIP_SECONDS < ENOUGH_SEGMENTS * seconds,
  };
}

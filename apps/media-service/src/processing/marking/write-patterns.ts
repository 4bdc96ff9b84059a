import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { PATTERN_ZERO, PatternMaker } from '@secure-preview/marking';
import type { Size } from '../../ladder/rungs.js';
import { piecesOf } from '../ffmpeg/pieces-of.js';

/** Pictures of a segment from which the strength of its pattern is taken. */
export const PICTURES_PER_SEGMENT = 4;
/** `yuv410p` has a chroma sample for each square of this side, in two planes. */
const CHROMA_SIDE = 4;

/** Returns the bytes of the two chroma planes of a pattern. */
const chromaBytes = ({ width, height }: Size): number =>
  2 * Math.ceil(width / CHROMA_SIDE) * Math.ceil(height / CHROMA_SIDE);

export interface Patterns {
  /** File to write. */
  readonly path: string;
  readonly key: Uint8Array;
  readonly grid: Size;
  /** Segments to write, even if the pictures end earlier. Later pictures make more. */
  readonly minSegments: number;
}

/**
 * Writes a file with the pattern of each segment, from a stream of grey pictures.
 *
 * @param onSegment called with the number of segments written
 */
export async function writePatterns(
  pictures: Readable,
  { path, key, grid, minSegments }: Patterns,
  onSegment: (segments: number) => void,
): Promise<void> {
  const maker = new PatternMaker(key, grid);
  const luma = grid.width * grid.height;
  const picture = new Uint8Array(luma + chromaBytes(grid)).fill(PATTERN_ZERO);
  const pattern = picture.subarray(0, luma);
  const file = await open(path, 'w');
  let segment = 0;
  let added = 0;
  const write = async (): Promise<void> => {
    maker.write(segment, pattern);
    await file.appendFile(picture);
    segment += 1;
    added = 0;
    onSegment(segment);
  };
  try {
    for await (const grey of piecesOf(pictures, luma)) {
      maker.addPicture(grey);
      added += 1;
      if (added === PICTURES_PER_SEGMENT) await write();
    }
    while (added > 0 || segment < minSegments) await write();
    // A last segment may be too short for a picture of its own.
    await write();
  } finally {
    await file.close();
  }
}

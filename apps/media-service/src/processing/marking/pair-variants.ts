import { readFile } from 'node:fs/promises';
import { addsPatternFirst } from '@secure-preview/marking';
import { bitRates, type Output, type OutputFile } from '../hls/read-output.js';
import { padToEqual } from './free-box.js';

/** A rendition in two variants, in order of their segments. */
export interface PairedOutput {
  /** The initialisation segment of both, and the first variants. */
  readonly output: Output;
  /** The second variant of each file of `output`; null for the initialisation segment. */
  readonly twins: readonly (OutputFile | null)[];
}

/** Requires the variants to be interchangeable at every segment. */
async function requireAlike(added: Output, subtracted: Output): Promise<void> {
  const times = ({ files }: Output) => files.map(({ durationSeconds }) => durationSeconds).join();
  if (times(added) !== times(subtracted))
    throw new Error('the variants differ in the times of their segments');
  const [one, other] = await Promise.all(
    [added, subtracted].map(({ files }) => readFile((files[0] as OutputFile).path)),
  );
  if (!one?.equals(other as Buffer)) throw new Error('the variants differ in their initialisation segments');
}

/**
 * Pairs the segments of two variants, pads both to equal size, and puts them in the secret order of the trailer.
 *
 * @param key secret of the trailer, from which the order of the variants of each segment follows
 */
export async function pairVariants(
  added: Output,
  subtracted: Output,
  key: Uint8Array,
): Promise<PairedOutput> {
  await requireAlike(added, subtracted);
  const files: OutputFile[] = [];
  const twins: (OutputFile | null)[] = [];
  for (const [position, one] of added.files.entries()) {
    const other = subtracted.files[position] as OutputFile;
    if (one.durationSeconds === null) {
      files.push(one);
      twins.push(null);
      continue;
    }
    const bytes = await padToEqual(one, other);
    const pair = [one, other].map((file) => ({ ...file, bytes }));
    const [first, second] = addsPatternFirst(key, position - 1) ? pair : pair.reverse();
    files.push(first as OutputFile);
    twins.push(second as OutputFile);
  }
  return { output: { ...added, files, ...bitRates(files, added.durationSeconds) }, twins };
}

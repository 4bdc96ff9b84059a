import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Rung, rungHeightOf } from '../ladder/rungs.js';
import type { MediaPrograms } from './ffmpeg/media-programs.js';
import { runFfmpeg } from './ffmpeg/run-ffmpeg.js';
import type { Priority } from './ffmpeg/run-program.js';
import { type Output, type OutputFile, readOutput } from './hls/read-output.js';
import { type Marking, makePatterns } from './marking/make-patterns.js';
import { pairVariants } from './marking/pair-variants.js';
import { type Encoding, encodeArgs } from './plan/encode-args.js';
import { VARIANTS, type Variant } from './plan/marked-graph.js';
import { remuxArgs } from './plan/remux-args.js';
import type { TrailerEnd } from './plan/trailer-end.js';
import type { SourceFacts } from './probe/source-facts.js';
import { InvalidMediaError } from './processing-errors.js';

export interface Transcode {
  readonly programs: MediaPrograms;
  readonly file: string;
  /** Folder in which each run creates its own folders. */
  readonly dir: string;
  readonly source: SourceFacts;
  /** Null when unknown before decoding. */
  readonly end: TrailerEnd | null;
  /** Seconds of an unmarked segment. */
  readonly segmentSeconds: number;
  /** Null to leave the trailer unmarked. */
  readonly marking: Marking | null;
  readonly signal: AbortSignal;
  /** @param share completed share of the run, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** One rendition on the worker's disk. */
export interface LocalRendition {
  readonly output: Output;
  /** Height of the rung; null for audio. */
  readonly rungHeight: number | null;
  readonly channels: number | null;
  /** The second variant of each file of a marked rendition; null for files that everybody is sent. */
  readonly twins?: readonly (OutputFile | null)[];
}

async function createFolders(dir: string, ...names: string[]): Promise<void> {
  for (const name of names) await mkdir(join(dir, name), { recursive: true });
}

async function readVideo(dir: string, rungHeight?: number): Promise<LocalRendition> {
  const output = await readOutput(dir, 'video');
  if (output?.size == null) throw new InvalidMediaError('PICTURE_UNREADABLE');
  return { output, rungHeight: rungHeight ?? rungHeightOf(output.size), channels: null };
}

/** Share of the progress of a marked run for making its patterns. */
const PATTERN_SHARE = 0.15;

/** Returns an empty array for empty audio; the trailer then plays without audio. */
async function readAudio(dir: string, channels: number): Promise<LocalRendition[]> {
  const output = await readOutput(dir, 'audio');
  return output === undefined ? [] : [{ output, rungHeight: null, channels }];
}

/**
 * Copies the source's video and audio packets into segments.
 *
 * @throws InvalidMediaError when the result is not playable
 */
export async function copySource(job: Transcode): Promise<LocalRendition[]> {
  const { programs, file, dir, source, segmentSeconds, signal, onProgress } = job;
  const { audio, durationSeconds } = source;
  const names = { video: 'copied-video', audio: 'copied-audio' };
  await createFolders(dir, names.video, names.audio);
  const args = remuxArgs(file, source, names, segmentSeconds);
  await runFfmpeg(programs, args, { dir, durationSeconds, signal, priority: 'normal', onProgress });
  const video = await readVideo(join(dir, names.video));
  return [video, ...(audio ? await readAudio(join(dir, names.audio), audio.channels) : [])];
}

/**
 * Encodes video rungs, and the audio if requested, in one run.
 *
 * @throws InvalidMediaError when the result is not playable
 */
export async function encodeRungs(
  job: Transcode,
  rungs: readonly [Rung, ...Rung[]],
  withAudio: boolean,
  priority: Priority,
): Promise<LocalRendition[]> {
  const { programs, file, dir, source, end, marking, signal } = job;
  const { audio, durationSeconds } = source;
  const videoFolder = ({ rungHeight }: Rung, variant?: Variant) =>
    variant === undefined ? `video-${rungHeight}` : `video-${rungHeight}-${variant}`;
  const audioFolder = 'audio';
  const variants = marking === null ? [undefined] : VARIANTS;
  const videoFolders = rungs.flatMap((rung) => variants.map((variant) => videoFolder(rung, variant)));
  await createFolders(dir, ...videoFolders, audioFolder);
  const patternShare = marking === null ? 0 : PATTERN_SHARE;
  const patterns =
    marking && (await makePatterns(job, marking, priority, (share) => job.onProgress(share * patternShare)));
  const onProgress = (share: number) => job.onProgress(patternShare + share * (1 - patternShare));
  const encoding: Encoding = {
    file,
    source,
    end,
    rungs,
    withAudio,
    segmentSeconds: marking?.segmentSeconds ?? job.segmentSeconds,
    audioSegmentSeconds: job.segmentSeconds,
    patterns,
    videoFolder,
    audioFolder,
  };
  const args = encodeArgs(encoding, await programs.features(dir, signal));
  await runFfmpeg(programs, args, { dir, durationSeconds, signal, priority, onProgress });
  if (patterns !== null) await rm(patterns.path);
  const renditions: LocalRendition[] = [];
  for (const rung of rungs) {
    const read = (variant?: Variant) => readVideo(join(dir, videoFolder(rung, variant)), rung.rungHeight);
    if (marking === null) renditions.push(await read());
    else {
      const [added, subtracted] = [await read('added'), await read('subtracted')];
      renditions.push({ ...added, ...(await pairVariants(added.output, subtracted.output, marking.key)) });
    }
  }
  if (audio === null || !withAudio) return renditions;
  return [...renditions, ...(await readAudio(join(dir, audioFolder), audio.channels === 1 ? 1 : 2))];
}

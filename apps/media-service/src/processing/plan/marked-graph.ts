import { UNITS_PER_STEP } from '@secure-preview/marking';
import type { Rung, Size } from '../../ladder/rungs.js';
import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { options } from '../ffmpeg/options.js';
import type { SourceFacts, VideoFacts } from '../probe/source-facts.js';
import type { Hold } from './trailer-end.js';
import { isTooFast, limitRate, MAX_FRAME_RATE, scale, sharedFilters } from './video-filters.js';

/** Format of pattern files: 8 bits of luma, and little chroma, which stays unused. */
export const PATTERN_FORMAT = 'yuv410p';
/** Ticks per second of the frame times of unevenly spaced frames. */
const TICKS = 90_000;

/** A file with the pattern of each segment. */
export interface PatternFile {
  readonly path: string;
  /** Size of its pictures. */
  readonly grid: Size;
  readonly segmentSeconds: number;
}

/** Names of the two pictures of a marked segment. */
export const VARIANTS = ['added', 'subtracted'] as const;
export type Variant = (typeof VARIANTS)[number];

/** ffmpeg's modes that add and subtract a picture whose value of 128 changes nothing. */
const BLEND: Readonly<Record<Variant, string>> = { added: 'grainmerge', subtracted: 'grainextract' };

/** Returns the name of the graph's output for a rung and variant. */
export const markedOutput = (position: number, variant: Variant): string => `[${variant}${position}]`;

/**
 * Returns the exact rate of evenly spaced frames, as `frames/seconds`; null for uneven ones. Patterns change with
 * segments, so the filters must know the very frame times that the encoder sees. It rounds times to the frame rate.
 */
export function evenRate(video: VideoFacts, hold: Hold | null): string | null {
  if (hold !== null) return null;
  if (isTooFast(video)) return `${MAX_FRAME_RATE}/1`;
  return video.variableFrameRate ? null : video.exactRate;
}

/** Returns arguments that make an encoder keep the frame times of the graph. */
export function markedTimeBase(rate: string | null): string[] {
  const [frames, seconds = '1'] = rate?.split('/') ?? [String(TICKS)];
  return options({ enc_time_base: `${seconds}:${frames}` });
}

/** Returns arguments that read a pattern file, one picture for each segment. */
export function patternInput({ path, grid, segmentSeconds }: PatternFile): string[] {
  return options({
    f: 'rawvideo',
    pixel_format: PATTERN_FORMAT,
    video_size: `${grid.width}x${grid.height}`,
    framerate: `1000/${Math.round(segmentSeconds * 1000)}`,
    protocol_whitelist: 'file',
    i: `file:${path}`,
  });
}

/**
 * Returns filters that scale patterns to a rung and round them to whole steps of luma. The last pattern is repeated, so
 * that the end of the video ends the output.
 */
const patternFilters = (rung: Rung): string =>
  [
    `scale=${rung.width}:${rung.height}:flags=bilinear`,
    'format=yuv420p',
    `lutyuv=y='128+round((val-128)/${UNITS_PER_STEP})':u=128:v=128`,
    'setsar=1',
    'tpad=stop=-1:stop_mode=clone',
  ].join(',');

/**
 * Returns ffmpeg's filter graph of a marked run: as for an unmarked one, with the pattern of each segment added to one
 * variant of every rung and subtracted from the other. The second input is the pattern file.
 *
 * @param rungs largest first
 */
export function markedGraph(
  { video, startSeconds }: SourceFacts,
  rungs: readonly [Rung, ...Rung[]],
  features: FfmpegFeatures,
  hold: Hold | null,
): string {
  const rate = evenRate(video, hold);
  const shared = sharedFilters(video, startSeconds, features, {
    size: rungs[0],
    hold,
    even: rate === null ? limitRate(video) : `fps=${rate}`,
    timeBase: rate === null ? `settb=1/${TICKS}` : null,
  });
  const split = (from: string, names: readonly string[]) => `${from}split=${names.length}${names.join('')}`;
  const each = (name: string) => rungs.map((_, position) => `[${name}${position}]`);
  return [
    split(`[0:${video.index}]${shared},`, each('frames')),
    split('[1:v]', each('pattern')),
    ...rungs.flatMap((rung, position) => {
      const of = (input: string) => VARIANTS.map((variant) => `[${input}${position}${variant}]`);
      const frames = of('frames');
      const patterns = of('pattern');
      const scaled = position === 0 ? '' : `${scale(rung)},setsar=1,`;
      return [
        split(`[frames${position}]${scaled}`, frames),
        split(`[pattern${position}]${patternFilters(rung)},`, patterns),
        ...VARIANTS.map(
          (variant, at) =>
            `${frames[at]}${patterns[at]}blend=all_mode=${BLEND[variant]}:shortest=1${markedOutput(position, variant)}`,
        ),
      ];
    }),
  ].join(';');
}

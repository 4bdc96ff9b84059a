import { availableParallelism } from 'node:os';
import { boxOf, type Rung, type Size } from '../../ladder/rungs.js';
import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { options } from '../ffmpeg/options.js';
import { untrustedInput, WORKING_THREADS } from '../ffmpeg/untrusted-input.js';
import { isHdr, type SourceFacts, type VideoFacts } from '../probe/source-facts.js';
import { h264Level } from './h264-level.js';
import { hlsOutput, PROGRESS } from './hls-output.js';
import {
  evenRate,
  markedGraph,
  markedOutput,
  markedTimeBase,
  type PatternFile,
  patternInput,
  VARIANTS,
  type Variant,
} from './marked-graph.js';
import { END_TOLERANCE_SECONDS, type Hold, type TrailerEnd } from './trailer-end.js';
import { graphOutput, videoGraph } from './video-filters.js';

const PRESET = 'veryfast';
/** Constant rate factor of x264: 18 is hard to distinguish from the source, 23 is the default. */
const QUALITY = 21;
/** Maximum seconds between key frames. A seek decodes at most this much. 1 s takes about 4 % more bits than 2 s. */
const KEY_SECONDS = 1;
/** Maximum frames between key frames. Only a bound for the encoder, since key frames are placed by time. */
const MAX_GROUP = 600;
/** Peak bits per second for each pixel: 8 Mbit/s at a height of 1080. */
const PEAK_PER_PIXEL = 8_000_000 / (1920 * 1080);
const MIN_PEAK = 400_000;
/** Maximum bits of a rendition of any length: 8 GB. */
const MAX_OUTPUT_BITS = 64e9;
/** Audio samples per second. */
const SAMPLE_RATE = 48_000;
/** Threads of x264: its default of 1.5 per processor, but at most 12. */
const THREADS = Math.min(12, Math.ceil(availableParallelism() * 1.5));

export interface Encoding {
  readonly file: string;
  readonly source: SourceFacts;
  /** Null when unknown before decoding. */
  readonly end: TrailerEnd | null;
  /** Sizes to make, largest first. */
  readonly rungs: readonly [Rung, ...Rung[]];
  /** Whether to encode the audio too. */
  readonly withAudio: boolean;
  /** Seconds of a video segment. */
  readonly segmentSeconds: number;
  readonly audioSegmentSeconds: number;
  /** Patterns of the segments; null to encode each rung once, unmarked. */
  readonly patterns: PatternFile | null;
  readonly videoFolder: (rung: Rung, variant?: Variant) => string;
  readonly audioFolder: string;
}

/** Returns the peak bits per second for a video of this size and length. */
function peakBitRate(size: Size, durationSeconds: number | null): number {
  const bySize = Math.max(MIN_PEAK, size.width * size.height * PEAK_PER_PIXEL);
  const byLength = durationSeconds === null ? bySize : MAX_OUTPUT_BITS / durationSeconds;
  return Math.round(Math.min(bySize, byLength));
}

/** Sets each frame's duration to the time until the next. Encoders write only the nominal duration. */
const TRUE_DURATIONS = 'setts=duration=if(gt(NEXT_PTS\\,PTS)\\,NEXT_PTS-PTS\\,DURATION)';

/**
 * Returns arguments that keep frame times. Only a variable frame rate needs the finer time base. Unevenly
 * spaced frames are not reordered and get correct durations, because ffmpeg derives segment lengths from
 * them.
 */
function frameTiming(
  video: VideoFacts,
  hold: Hold | null,
  features: FfmpegFeatures,
  isMarked: boolean,
): string[] {
  const rate = evenRate(video, hold);
  const uneven = isMarked ? rate === null : video.variableFrameRate || hold !== null;
  return [
    ...options({ [features.fpsMode ? 'fps_mode' : 'vsync']: 'vfr' }),
    ...(isMarked ? markedTimeBase(rate) : video.variableFrameRate ? options({ enc_time_base: -1 }) : []),
    ...(uneven ? options({ bf: 0 }) : []),
    ...(uneven && features.durations ? options({ 'bsf:v': TRUE_DURATIONS }) : []),
  ];
}

/**
 * Places a key frame at every possible segment end, and at least every `KEY_SECONDS`. Placing them by time makes the
 * same frames key frames in every rendition and run.
 */
function keyFrames(segmentSeconds: number): string {
  const perSegment = Math.ceil(segmentSeconds / KEY_SECONDS);
  const group = (time: string) => `floor(${time}*${perSegment}/${segmentSeconds}+1e-6)`;
  return `expr:if(isnan(prev_forced_t),1,gt(${group('t')},${group('prev_forced_t')}))`;
}

function videoArgs(
  rung: Rung,
  { source, end, segmentSeconds, patterns }: Encoding,
  features: FfmpegFeatures,
): string[] {
  const { video, durationSeconds } = source;
  const peak = peakBitRate(rung, durationSeconds);
  const isToneMapped = isHdr(video) && features.toneMapping;
  return [
    ...frameTiming(video, end?.hold ?? null, features, patterns !== null),
    ...options({
      'c:v': 'libx264',
      preset: PRESET,
      crf: QUALITY,
      'profile:v': 'high',
      level: h264Level(boxOf(rung.rungHeight)),
      maxrate: peak,
      bufsize: 2 * peak,
      threads: THREADS,
      force_key_frames: keyFrames(segmentSeconds),
      g: MAX_GROUP,
      sc_threshold: 0,
      flags: '+cgop',
    }),
    ...(isToneMapped ? options({ color_primaries: 'bt709', color_trc: 'bt709', colorspace: 'bt709' }) : []),
  ];
}

/** Returns each video output: one for a rung, or one for each variant of a rung. */
function videoOutputs({ rungs, patterns, videoFolder }: Encoding) {
  return rungs.flatMap((rung, position) =>
    patterns === null
      ? [{ rung, output: graphOutput(position), folder: videoFolder(rung) }]
      : VARIANTS.map((variant) => ({
          rung,
          output: markedOutput(position, variant),
          folder: videoFolder(rung, variant),
        })),
  );
}

function audioArgs(channels: number, end: TrailerEnd | null): string[] {
  const mono = channels === 1;
  // Fills gaps and starts the audio together with the video.
  const begin = `aresample=async=1:first_pts=0,aresample=${SAMPLE_RATE}`;
  const filled = end && `apad=whole_len=${Math.round(end.seconds * SAMPLE_RATE)}`;
  const filters = end
    ? [begin, filled, `atrim=end=${(end.seconds + END_TOLERANCE_SECONDS).toFixed(3)}`]
    : [begin];
  return options({
    'c:a': 'aac',
    'b:a': mono ? '96k' : '128k',
    ar: SAMPLE_RATE,
    ac: mono ? 1 : 2,
    af: filters.join(','),
  });
}

/**
 * Returns arguments that encode several sizes as H.264 and the audio as AAC. One run decodes the source only
 * once.
 */
export function encodeArgs(encoding: Encoding, features: FfmpegFeatures): string[] {
  const { file, source, end, rungs, withAudio, patterns, audioSegmentSeconds, audioFolder } = encoding;
  const { video, audio, startSeconds } = source;
  const hold = end?.hold ?? null;
  const graph =
    patterns === null
      ? videoGraph(video, startSeconds, rungs, features, hold)
      : markedGraph(source, rungs, features, hold);
  return [
    ...untrustedInput(file),
    ...(patterns === null ? [] : patternInput(patterns)),
    ...PROGRESS,
    ...options({ filter_complex_threads: WORKING_THREADS, filter_complex: graph }),
    ...videoOutputs(encoding).flatMap(({ rung, output, folder }) => [
      ...options({ map: output }),
      ...videoArgs(rung, encoding, features),
      ...hlsOutput(folder, encoding.segmentSeconds),
    ]),
    ...(audio === null || !withAudio
      ? []
      : [
          ...options({ map: `0:${audio.index}` }),
          ...audioArgs(audio.channels, end),
          ...hlsOutput(audioFolder, audioSegmentSeconds),
        ]),
  ];
}

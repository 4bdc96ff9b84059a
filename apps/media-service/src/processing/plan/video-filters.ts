import type { Rung, Size } from '../../ladder/rungs.js';
import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { isHdr, type VideoFacts } from '../probe/source-facts.js';
import type { Hold } from './trailer-end.js';

/** Maximum frames per second of a rendition. */
export const MAX_FRAME_RATE = 60;
/** Assumed maximum delay of the video after the audio, in seconds, when the file states none. */
const ASSUMED_DELAY_SECONDS = 5;

/**
 * Returns filters that convert PQ or HLG to BT.709, through linear light with white at 100 cd/m² (ITU-R
 * BT.2408). Missing values are taken as BT.2020, which PQ and HLG imply.
 */
function toneMap(transfer: string, { width, height }: Size): string[] {
  return [
    `zscale=w=${width}:h=${height}:tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=limited',
  ];
}

/** Returns the filter that scales to a size. */
export const scale = ({ width, height }: Size): string => `scale=${width}:${height}:flags=bicubic`;

/** Shows the first frame from time 0 even if the audio begins earlier, because renditions begin at 0. */
const beginAtZero = (delay: number, other = 'PTS'): string =>
  `setpts='if(eq(N,0)*lte(T,${(delay + 0.1).toFixed(3)}),0,${other})'`;

/** Coarsest time base of frame times, in seconds. */
const COARSEST_TIME_BASE = 0.05;

/**
 * Repeats the last frame. A repeated frame begins at each full second, so segments still end on time. A second
 * repeat follows each of these after one nominal frame duration, because ffmpeg reuses the first segment's frame
 * duration for the last segment.
 */
function holdLast({ after, until, frame, frameCount }: Hold, delay: number): string[] {
  const [sourceEnd, last, nominal] = [after, until, frame].map((seconds) => seconds.toFixed(4));
  const onSecond = `lt(PREV_OUTT-floor(PREV_OUTT+${COARSEST_TIME_BASE}),${nominal}/2)`;
  const next = `if(${onSecond},PREV_OUTT+max(${nominal},TB),floor(PREV_OUTT+1+${COARSEST_TIME_BASE}))`;
  const heldTime = `st(0,${next});round(if(gt(ld(0),${last})*lt(PREV_OUTT,${last}-${nominal}/2),${last},ld(0))/TB)`;
  return [
    `tpad=stop=${frameCount}:stop_mode=clone`,
    beginAtZero(delay, `if(lte(T,${sourceEnd}),PTS,${heldTime})`),
    `trim=end=${(until + Math.max(frame / 2, 2 * COARSEST_TIME_BASE)).toFixed(4)}`,
  ];
}

/** Returns whether frames are dropped to keep to `MAX_FRAME_RATE`. */
export const isTooFast = ({ frameRate }: VideoFacts): boolean =>
  frameRate !== null && frameRate > MAX_FRAME_RATE + 0.5;

/** Returns the seconds by which the video begins after the file. */
const videoDelay = ({ startSeconds }: VideoFacts, fileStart: number | null): number =>
  startSeconds === null ? ASSUMED_DELAY_SECONDS : Math.max(0, startSeconds - (fileStart ?? 0));

/** Returns filters that scale to a size and convert HDR to SDR. */
function toSize(video: VideoFacts, size: Size, features: FfmpegFeatures): string[] {
  const isToneMapped = isHdr(video) && features.toneMapping && video.transfer !== null;
  return [...(isToneMapped ? toneMap(video.transfer, size) : [scale(size)]), 'setsar=1', 'format=yuv420p'];
}

/** How filters time and scale the frames that all renditions of a run share. */
export interface SharedFrames {
  readonly size: Size;
  /** How to hold the last frame; null to not hold it. */
  readonly hold: Hold | null;
  /** Filter that spaces frames evenly before they are timed; null to keep their times. */
  readonly even: string | null;
  /** Filter that sets the time base; null to keep it. */
  readonly timeBase: string | null;
}

/** Returns filters that produce the frames of the largest size. */
export function sharedFilters(
  video: VideoFacts,
  fileStart: number | null,
  features: FfmpegFeatures,
  { size, hold, even, timeBase }: SharedFrames,
): string {
  const delay = videoDelay(video, fileStart);
  return [
    ...(video.interlaced ? ['bwdif=mode=send_frame'] : []),
    ...(even === null ? [] : [even]),
    ...(hold === null ? [beginAtZero(delay)] : holdLast(hold, delay)),
    ...(timeBase === null ? [] : [timeBase]),
    ...toSize(video, size, features),
  ].join(',');
}

/**
 * Returns filters that produce pictures at a constant rate, each the last frame of its period.
 *
 * @param rate pictures per second, as a ratio
 */
export function sampleFilters(
  video: VideoFacts,
  fileStart: number | null,
  features: FfmpegFeatures,
  { size, rate }: { size: Size; rate: string },
): string {
  return [
    beginAtZero(videoDelay(video, fileStart)),
    `fps=fps=${rate}:round=down:start_time=0`,
    ...toSize(video, size, features),
  ].join(',');
}

/** Returns the filter that drops frames of a video that is too fast; null for others. */
export const limitRate = (video: VideoFacts): string | null =>
  isTooFast(video) ? `fps=${MAX_FRAME_RATE}` : null;

/** Returns the name of the graph's output for each rung, in the order of the rungs. */
export const graphOutput = (position: number): string => `[v${position}]`;

/**
 * Returns ffmpeg's filter graph, which decodes the source once and produces the frames of every rung. ffmpeg
 * applies rotation before the graph.
 *
 * @param rungs largest first
 * @param hold how to hold the last frame; null to not hold it
 */
export function videoGraph(
  video: VideoFacts,
  fileStart: number | null,
  rungs: readonly [Rung, ...Rung[]],
  features: FfmpegFeatures,
  hold: Hold | null,
): string {
  const [top, ...lower] = rungs;
  const frames = { size: top, hold, even: limitRate(video), timeBase: null };
  const common = sharedFilters(video, fileStart, features, frames);
  const input = `[0:${video.index}]${common}`;
  if (lower.length === 0) return `${input}${graphOutput(0)}`;
  const branches = lower.map((_, position) => `[s${position + 1}]`);
  const scaled = lower.map(
    (rung, position) => `${branches[position]}${scale(rung)},setsar=1${graphOutput(position + 1)}`,
  );
  return [`${input},split=${rungs.length}${graphOutput(0)}${branches.join('')}`, ...scaled].join(';');
}

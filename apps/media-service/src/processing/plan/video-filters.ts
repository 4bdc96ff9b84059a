import type { Rung, Size } from '../../ladder/rungs.js';
import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { isHdr, type VideoFacts } from '../probe/source-facts.js';
import type { Hold } from './trailer-end.js';

const MAX_FRAME_RATE = 60;
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

const scale = ({ width, height }: Size): string => `scale=${width}:${height}:flags=bicubic`;

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
  const isToneMapped = isHdr(video) && features.toneMapping && video.transfer !== null;
  const tooFast = video.frameRate !== null && video.frameRate > MAX_FRAME_RATE + 0.5;
  const delay =
    video.startSeconds === null ? ASSUMED_DELAY_SECONDS : Math.max(0, video.startSeconds - (fileStart ?? 0));
  const common = [
    ...(video.interlaced ? ['bwdif=mode=send_frame'] : []),
    ...(tooFast ? [`fps=${MAX_FRAME_RATE}`] : []),
    ...(hold === null ? [beginAtZero(delay)] : holdLast(hold, delay)),
    ...(isToneMapped ? toneMap(video.transfer, top) : [scale(top)]),
    'setsar=1',
    'format=yuv420p',
  ].join(',');
  const input = `[0:${video.index}]${common}`;
  if (lower.length === 0) return `${input}${graphOutput(0)}`;
  const branches = lower.map((_, position) => `[s${position + 1}]`);
  const scaled = lower.map(
    (rung, position) => `${branches[position]}${scale(rung)},setsar=1${graphOutput(position + 1)}`,
  );
  return [`${input},split=${rungs.length}${graphOutput(0)}${branches.join('')}`, ...scaled].join(';');
}

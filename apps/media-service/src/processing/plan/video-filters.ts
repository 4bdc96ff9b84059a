import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { isHdr, type VideoFacts } from '../probe/source-facts.js';
import type { Hold } from './planned-end.js';
import type { Rung, Size } from './rungs.js';

const MAX_FRAME_RATE = 60;
/** Assumed maximum delay of the video after the audio in seconds, if the file declares no start. */
const UNKNOWN_START = 5;

/**
 * Converts PQ or HLG to BT.709: to linear light with white at 100 cd/m² (ITU-R BT.2408), primaries, tone curve, and
 * back. Assumes BT.2020 for undeclared values.
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

/** Shows the first frame from time 0, because renditions begin at 0, even if the audio begins earlier. */
const beginAtZero = (delay: number, other = 'PTS'): string =>
  `setpts='if(eq(N,0)*lte(T,${(delay + 0.1).toFixed(3)}),0,${other})'`;

/** Largest time unit of frames, in seconds. */
const MAX_TIME_UNIT = 0.05;

/**
 * Repeats the last frame at each full second, which lets segments end on time. Another one follows a usual frame
 * duration later, because ffmpeg reuses the frame duration of the first segment for the last segment.
 */
function holdLast({ after, until, frame, pictures }: Hold, delay: number): string[] {
  const [own, last, usual] = [after, until, frame].map((seconds) => seconds.toFixed(4));
  const onSecond = `lt(PREV_OUTT-floor(PREV_OUTT+${MAX_TIME_UNIT}),${usual}/2)`;
  const next = `if(${onSecond},PREV_OUTT+max(${usual},TB),floor(PREV_OUTT+1+${MAX_TIME_UNIT}))`;
  const held = `st(0,${next});round(if(gt(ld(0),${last})*lt(PREV_OUTT,${last}-${usual}/2),${last},ld(0))/TB)`;
  return [
    `tpad=stop=${pictures}:stop_mode=clone`,
    beginAtZero(delay, `if(lte(T,${own}),PTS,${held})`),
    `trim=end=${(until + Math.max(frame / 2, 2 * MAX_TIME_UNIT)).toFixed(4)}`,
  ];
}

/** Returns the name of the graph's output for each rung, in the order of the rungs. */
export const graphOutput = (position: number): string => `[v${position}]`;

/**
 * Returns ffmpeg's filter graph, which decodes the source once and scales it to every rung. ffmpeg applies the rotation
 * before it.
 *
 * @param rungs largest first
 * @param hold repetition of the last frame; null without repetition
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
    video.startSeconds === null ? UNKNOWN_START : Math.max(0, video.startSeconds - (fileStart ?? 0));
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

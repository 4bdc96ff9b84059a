import { availableParallelism } from 'node:os';
import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { untrustedInput } from '../ffmpeg/untrusted-input.js';
import { isHdr, type SourceFacts, shownSize, type VideoFacts } from '../probe/source-facts.js';
import { hlsOutput } from './hls-output.js';
import { targetSize } from './target-size.js';
import { videoFilters } from './video-filters.js';

const PRESET = 'veryfast';
/** Constant rate factor of x264; 18 is hard to tell from the source, 23 its default. */
const QUALITY = 21;
/** Seconds between key frames, by time, so that segments are alike whatever the frame rate. */
const KEY_SECONDS = 2;
/** Frames; only a bound for the coder, since key frames are placed by time. */
const MAX_GROUP = 600;
/** Covers 1080 lines at 60 frames a second (ITU-T H.264, table A-1). */
const LEVEL = '4.2';
/** Bits per pixel and second of the short side that give 8 Mbit/s at 1080 lines. */
const PEAK_PER_PIXEL = 8_000_000 / (1920 * 1080);
const MIN_PEAK = 600_000;
/** Bits that a whole rendition may take: 8 GB, whatever its length. */
const MAX_OUTPUT_BITS = 64e9;
/** x264's own choice is one and a half threads for a processor. */
const THREADS = Math.min(12, Math.ceil(availableParallelism() * 1.5));

/** Peak bits per second for a picture of this size and length. */
function peakBitRate(size: { width: number; height: number }, durationSeconds: number | null): number {
  const bySize = Math.max(MIN_PEAK, size.width * size.height * PEAK_PER_PIXEL);
  const byLength = durationSeconds === null ? bySize : MAX_OUTPUT_BITS / durationSeconds;
  return Math.round(Math.min(bySize, byLength));
}

/** Frames keep their times; the finer clock is needed only where these are uneven. */
function frameTiming(video: VideoFacts, features: FfmpegFeatures): string[] {
  return [
    ...(features.fpsMode ? ['-fps_mode', 'vfr'] : ['-vsync', 'vfr']),
    ...(video.variableFrameRate ? ['-enc_time_base', '-1'] : []),
  ];
}

function audioArgs(channels: number): string[] {
  return [
    ...['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', channels === 1 ? '1' : '2'],
    // Fills gaps, and begins together with the picture.
    ...['-af', 'aresample=async=1:first_pts=0'],
  ];
}

/** Encodes one rendition as H.264 and AAC, at most as large as the source. */
export function encodeArgs(file: string, source: SourceFacts, features: FfmpegFeatures): string[] {
  const { video, audio, durationSeconds } = source;
  const peak = peakBitRate(targetSize(shownSize(video)), durationSeconds);
  const toned = isHdr(video) && features.toneMapping;
  return [
    ...untrustedInput(file),
    ...['-map', `0:${video.index}`],
    ...(audio === null ? [] : ['-map', `0:${audio.index}`]),
    ...['-vf', videoFilters(video, features), ...frameTiming(video, features)],
    ...['-c:v', 'libx264', '-preset', PRESET, '-crf', String(QUALITY), '-profile:v', 'high', '-level', LEVEL],
    ...['-maxrate', String(peak), '-bufsize', String(2 * peak), '-threads', String(THREADS)],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEY_SECONDS})`, '-g', String(MAX_GROUP)],
    ...['-sc_threshold', '0', '-flags', '+cgop'],
    ...(toned ? ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'] : []),
    ...(audio === null ? [] : audioArgs(audio.channels)),
    ...hlsOutput(),
  ];
}

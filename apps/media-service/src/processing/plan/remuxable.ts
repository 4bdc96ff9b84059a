import type { PacketFacts } from '../probe/packet-scan.js';
import type { AudioFacts, SourceFacts, VideoFacts } from '../probe/source-facts.js';
import { END_TOLERANCE_SECONDS, type FilmEnd } from './film-end.js';

/** Formats that every recent browser decodes: H.264 up to High profile and level 5.1, 8 bit 4:2:0. */
const PROFILES = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High']);
const MAX_LEVEL = 51;
const MAX_LONG_SIDE = 1920;
/** Encoders that store 1080 lines as whole macroblocks make it 1088. */
const MAX_SHORT_SIDE = 1088;
const MAX_FRAME_RATE = 61;
/** Bits per second that a viewer's connection carries with headroom. Above, a smaller rendition is made. */
const MAX_BIT_RATE = 20_000_000;
/** Seconds. A segment cannot be shorter than the distance between key frames. */
const MAX_KEY_GAP = 10;

function playableVideo(video: VideoFacts): boolean {
  const { width, height, frameRate } = video;
  return (
    video.codec === 'h264' &&
    PROFILES.has(video.profile) &&
    video.level > 0 &&
    video.level <= MAX_LEVEL &&
    video.pixelFormat === 'yuv420p' &&
    !video.interlaced &&
    video.pixelAspect === 1 &&
    video.rotation === 0 &&
    Math.max(width, height) <= MAX_LONG_SIDE &&
    Math.min(width, height) <= MAX_SHORT_SIDE &&
    width % 2 === 0 &&
    height % 2 === 0 &&
    (frameRate === null || frameRate <= MAX_FRAME_RATE)
  );
}

const playableAudio = (audio: AudioFacts | null): boolean =>
  audio === null ||
  (audio.codec === 'aac' && audio.profile === 'LC' && audio.channels >= 1 && audio.channels <= 2);

/**
 * Seconds that copied sound may begin after the picture. Browsers skip the silence before it, and nobody
 * notices sound that is this early (ITU-R BT.1359).
 */
const MAX_LATE_SOUND = 0.045;

/**
 * Returns whether the sound begins soon enough after the picture. Earlier sound is cut off exactly, and
 * nothing visible is lost.
 */
const beginTogether = ({ video, audio, startSeconds }: SourceFacts): boolean =>
  audio === null ||
  (audio.startSeconds ?? startSeconds ?? 0) - (video.startSeconds ?? startSeconds ?? 0) <= MAX_LATE_SOUND;

/** Returns whether a browser can play the streams unchanged. */
export function isPlayable(source: SourceFacts): boolean {
  const { video, audio, bitRate } = source;
  return (
    playableVideo(video) &&
    playableAudio(audio) &&
    beginTogether(source) &&
    bitRate !== null &&
    bitRate <= MAX_BIT_RATE
  );
}

/** Returns whether the packets can be cut into segments that each begin with a key frame. */
export function isCuttable({
  packets,
  cuttable,
  longestKeyGap,
}: Pick<PacketFacts, 'packets' | 'cuttable' | 'longestKeyGap'>): boolean {
  return packets > 0 && cuttable && longestKeyGap <= MAX_KEY_GAP;
}

/** Returns whether picture and sound end together without changes. */
export function endTogether(
  { picture, sound }: Pick<PacketFacts, 'picture' | 'sound'>,
  end: FilmEnd | null,
): boolean {
  if (picture === null || end === null || end.hold !== null) return false;
  return sound === null || picture.end - sound.end <= END_TOLERANCE_SECONDS;
}

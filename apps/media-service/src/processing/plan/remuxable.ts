import { fitsLadder } from '../../ladder/rungs.js';
import type { PacketFacts } from '../probe/packet-scan.js';
import type { AudioFacts, SourceFacts, VideoFacts } from '../probe/source-facts.js';
import { END_TOLERANCE_SECONDS, type TrailerEnd } from './trailer-end.js';

/** Formats that every recent browser decodes: H.264 up to High profile and level 5.1, 8 bit 4:2:0. */
const PROFILES = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High']);
const MAX_LEVEL = 51;
const MAX_FRAME_RATE = 61;
/** Maximum bits per second for viewers' connections, with headroom. Larger sources are encoded. */
const MAX_BIT_RATE = 20_000_000;
/** Seconds. A segment cannot be shorter than the distance between key frames. */
const MAX_KEY_GAP = 10;

function isPlayableVideo(video: VideoFacts): boolean {
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
    fitsLadder(video) &&
    width % 2 === 0 &&
    height % 2 === 0 &&
    (frameRate === null || frameRate <= MAX_FRAME_RATE)
  );
}

const isPlayableAudio = (audio: AudioFacts | null): boolean =>
  audio === null ||
  (audio.codec === 'aac' && audio.profile === 'LC' && audio.channels >= 1 && audio.channels <= 2);

/**
 * Maximum seconds that copied audio may begin after the video. Browsers skip the silence before it. Viewers
 * do not notice audio that is this early (ITU-R BT.1359).
 */
const MAX_AUDIO_DELAY_SECONDS = 0.045;

/** Returns whether the audio begins soon enough after the video. Audio before the video is cut off. */
const startTogether = ({ video, audio, startSeconds }: SourceFacts): boolean =>
  audio === null ||
  (audio.startSeconds ?? startSeconds ?? 0) - (video.startSeconds ?? startSeconds ?? 0) <=
    MAX_AUDIO_DELAY_SECONDS;

/** Returns whether a browser can play the streams unchanged. */
export function isPlayable(source: SourceFacts): boolean {
  const { video, audio, bitRate } = source;
  return (
    isPlayableVideo(video) &&
    isPlayableAudio(audio) &&
    startTogether(source) &&
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

/** Returns whether video and audio end together without changes. */
export function endTogether(
  { video, audio }: Pick<PacketFacts, 'video' | 'audio'>,
  end: TrailerEnd | null,
): boolean {
  if (video === null || end === null || end.hold !== null) return false;
  return audio === null || video.end - audio.end <= END_TOLERANCE_SECONDS;
}

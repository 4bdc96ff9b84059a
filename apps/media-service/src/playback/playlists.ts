import type { RungHeight } from '../ladder/rungs.js';
import {
  type AudioRendition,
  keyPath,
  type ListedRendition,
  renditionPath,
  type SegmentedRendition,
  segmentPath,
  type VideoRendition,
} from './rendition.js';

/** Protocol version. `EXT-X-MAP` in a playlist of whole frames needs at least 6 (RFC 8216, section 7). */
const VERSION = 7;
/** Id of the only audio group, to which the video variants refer. */
const AUDIO_GROUP = 'audio';
/** Height of the variant that native players start with. */
const FIRST_RUNG: RungHeight = 720;

const media = ({ id, channels }: AudioRendition): string =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${AUDIO_GROUP}",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,` +
  `CHANNELS="${channels}",URI="${renditionPath(id)}"`;

function streamInf(video: VideoRendition, trailerAudio: AudioRendition | undefined): string {
  const audio = video.kind === 'video' ? trailerAudio : undefined;
  const attributes = [
    `BANDWIDTH=${video.peakBitsPerSecond + (audio?.peakBitsPerSecond ?? 0)}`,
    `AVERAGE-BANDWIDTH=${video.averageBitsPerSecond + (audio?.averageBitsPerSecond ?? 0)}`,
    `CODECS="${audio ? `${video.codecs},${audio.codecs}` : video.codecs}"`,
    `RESOLUTION=${video.width}x${video.height}`,
    ...(video.frameRate === null ? [] : [`FRAME-RATE=${video.frameRate.toFixed(3)}`]),
    ...(audio ? [`AUDIO="${AUDIO_GROUP}"`] : []),
  ];
  return `#EXT-X-STREAM-INF:${attributes.join(',')}\n${renditionPath(video.id)}`;
}

const isAudio = (rendition: ListedRendition): rendition is AudioRendition => rendition.kind === 'audio';

/**
 * Orders variants: first the largest up to `FIRST_RUNG`, or the smallest if there is none. The others follow from
 * largest to smallest.
 */
function orderVariants(videos: readonly VideoRendition[]): VideoRendition[] {
  const sorted = [...videos].sort((a, b) => b.width * b.height - a.width * a.height);
  const first =
    sorted.find(({ rung, width, height }) => (rung ?? Math.min(width, height)) <= FIRST_RUNG) ??
    sorted.at(-1);
  return first ? [first, ...sorted.filter((video) => video !== first)] : [];
}

/**
 * Returns the multivariant playlist of a trailer (RFC 8216, section 4.3.4). Native players start with the
 * variant that is listed first.
 */
export function multivariantPlaylist(renditions: readonly ListedRendition[]): string {
  const audio = renditions.find(isAudio);
  const videos = renditions.filter((rendition): rendition is VideoRendition => !isAudio(rendition));
  const lines = ['#EXTM3U', `#EXT-X-VERSION:${VERSION}`, '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (audio && videos.some(({ kind }) => kind === 'video')) lines.push(media(audio));
  return `${[...lines, ...orderVariants(videos).map((video) => streamInf(video, audio))].join('\n')}\n`;
}

/**
 * Returns the `EXT-X-KEY` line of a segment. `METHOD=NONE` ends an earlier key.
 */
function keyLine(keyId: string | null, iv: Buffer | null, previousIv: Buffer | null): string[] {
  if (iv !== null) {
    if (keyId === null) throw new Error('a segment is encrypted, but its trailer has no key');
    return [`#EXT-X-KEY:METHOD=AES-128,URI="${keyPath(keyId)}",IV=0x${iv.toString('hex')}`];
  }
  return previousIv === null ? [] : ['#EXT-X-KEY:METHOD=NONE'];
}

const isSameIv = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other);

/** Returns the media playlist of one rendition (RFC 8216, sections 4.3.3 and 4.3.2.4). */
export function mediaPlaylist({
  id,
  keyId,
  segments,
}: Pick<SegmentedRendition, 'id' | 'keyId' | 'segments'>): string {
  const longest = Math.max(...segments.map(({ durationSeconds }) => durationSeconds ?? 0));
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(longest))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  let previousIv: Buffer | null = null;
  for (const { name, durationSeconds, iv, twinKey, twinIv } of segments) {
    // The playlist is the same for everybody, so it has one initialisation vector for both variants.
    if (twinKey !== null && !isSameIv(iv, twinIv))
      throw new Error('the variants of a segment differ in their IVs');
    const path = segmentPath(id, name);
    if (durationSeconds === null) {
      lines.push(`#EXT-X-MAP:URI="${path}"`);
      continue;
    }
    lines.push(...keyLine(keyId, iv, previousIv), `#EXTINF:${durationSeconds.toFixed(6)},`, path);
    previousIv = iv;
  }
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`;
}

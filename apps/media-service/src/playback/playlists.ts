import {
  type CutRendition,
  keyPath,
  type ListedRendition,
  type Picture,
  renditionPath,
  type Sound,
  segmentPath,
} from './rendition.js';

/** Protocol version. `EXT-X-MAP` in a playlist of whole frames needs at least 6 (RFC 8216, section 7). */
const VERSION = 7;
/** Id of the only audio group, to which the video variants refer. */
const AUDIO_GROUP = 'audio';
/** Height of the variant that a player starts with, before it has measured its bandwidth. */
const FIRST_RUNG = 720;

const media = ({ id, channels }: Sound): string =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${AUDIO_GROUP}",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,` +
  `CHANNELS="${channels}",URI="${renditionPath(id)}"`;

function streamInf(picture: Picture, trailersSound: Sound | undefined): string {
  const sound = picture.kind === 'video' ? trailersSound : undefined;
  const attributes = [
    `BANDWIDTH=${picture.peakBitsPerSecond + (sound?.peakBitsPerSecond ?? 0)}`,
    `AVERAGE-BANDWIDTH=${picture.averageBitsPerSecond + (sound?.averageBitsPerSecond ?? 0)}`,
    `CODECS="${sound ? `${picture.codecs},${sound.codecs}` : picture.codecs}"`,
    `RESOLUTION=${picture.width}x${picture.height}`,
    ...(picture.frameRate === null ? [] : [`FRAME-RATE=${picture.frameRate.toFixed(3)}`]),
    ...(sound ? [`AUDIO="${AUDIO_GROUP}"`] : []),
  ];
  return `#EXT-X-STREAM-INF:${attributes.join(',')}\n${renditionPath(picture.id)}`;
}

const isSound = (rendition: ListedRendition): rendition is Sound => rendition.kind === 'audio';

/**
 * Orders variants: first the largest not above `FIRST_RUNG`, or else the smallest of all. The others follow
 * from largest to smallest.
 */
function bestFirst(pictures: readonly Picture[]): Picture[] {
  const sorted = [...pictures].sort((a, b) => b.width * b.height - a.width * a.height);
  const first =
    sorted.find(({ rung, width, height }) => (rung ?? Math.min(width, height)) <= FIRST_RUNG) ??
    sorted.at(-1);
  return first ? [first, ...sorted.filter((picture) => picture !== first)] : [];
}

/**
 * Returns the multivariant playlist of a trailer (RFC 8216, section 4.3.4). Native players start with the
 * variant that is listed first.
 */
export function multivariantPlaylist(renditions: readonly ListedRendition[]): string {
  const sound = renditions.find(isSound);
  const pictures = renditions.filter((rendition): rendition is Picture => !isSound(rendition));
  const lines = ['#EXTM3U', `#EXT-X-VERSION:${VERSION}`, '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (sound && pictures.some(({ kind }) => kind === 'video')) lines.push(media(sound));
  return `${[...lines, ...bestFirst(pictures).map((picture) => streamInf(picture, sound))].join('\n')}\n`;
}

/**
 * Returns the `EXT-X-KEY` line of a segment. `METHOD=NONE` ends an earlier key, and is not needed before the
 * first one.
 */
function keyLine(keyId: string | null, iv: Buffer | null, before: Buffer | null): string[] {
  if (iv !== null) {
    if (keyId === null) throw new Error('a segment is encrypted, and its trailer has no key');
    return [`#EXT-X-KEY:METHOD=AES-128,URI="${keyPath(keyId)}",IV=0x${iv.toString('hex')}`];
  }
  return before === null ? [] : ['#EXT-X-KEY:METHOD=NONE'];
}

/** Returns the media playlist of one rendition (RFC 8216, sections 4.3.3 and 4.3.2.4). */
export function mediaPlaylist({
  id,
  keyId,
  segments,
}: Pick<CutRendition, 'id' | 'keyId' | 'segments'>): string {
  const longest = Math.max(...segments.map(({ durationSeconds }) => durationSeconds ?? 0));
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(longest))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  let before: Buffer | null = null;
  for (const { name, durationSeconds, iv } of segments) {
    const path = segmentPath(id, name);
    if (durationSeconds === null) {
      lines.push(`#EXT-X-MAP:URI="${path}"`);
      continue;
    }
    lines.push(...keyLine(keyId, iv, before), `#EXTINF:${durationSeconds.toFixed(6)},`, path);
    before = iv;
  }
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`;
}

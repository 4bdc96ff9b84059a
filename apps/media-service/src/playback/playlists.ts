import { type Rendition, renditionPath, type Segment, segmentPath } from './rendition.js';

/** Version that `EXT-X-MAP` in a playlist of whole frames needs (RFC 8216, section 7). */
const VERSION = 7;

const streamInf = (rendition: Rendition): string => {
  const { width, height, frameRate, codecs } = rendition;
  const attributes = [
    `BANDWIDTH=${rendition.peakBitsPerSecond}`,
    `AVERAGE-BANDWIDTH=${rendition.averageBitsPerSecond}`,
    `CODECS="${codecs}"`,
    `RESOLUTION=${width}x${height}`,
    ...(frameRate === null ? [] : [`FRAME-RATE=${frameRate.toFixed(3)}`]),
  ];
  return `#EXT-X-STREAM-INF:${attributes.join(',')}\n${renditionPath(rendition.id)}`;
};

/** The multivariant playlist of a trailer (RFC 8216, section 4.3.4). */
export function multivariantPlaylist(renditions: readonly Rendition[]): string {
  const lines = ['#EXTM3U', `#EXT-X-VERSION:${VERSION}`, '#EXT-X-INDEPENDENT-SEGMENTS'];
  return `${[...lines, ...renditions.map(streamInf)].join('\n')}\n`;
}

/** The media playlist of one rendition (RFC 8216, section 4.3.3). */
export function mediaPlaylist(renditionId: string, segments: readonly Segment[]): string {
  const longest = Math.max(...segments.map(({ durationSeconds }) => durationSeconds ?? 0));
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(longest))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  for (const { name, durationSeconds } of segments) {
    const path = segmentPath(renditionId, name);
    if (durationSeconds === null) lines.push(`#EXT-X-MAP:URI="${path}"`);
    else lines.push(`#EXTINF:${durationSeconds.toFixed(6)},`, path);
  }
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`;
}

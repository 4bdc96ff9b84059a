/** One encoding of a trailer, cut into segments. */
export interface Rendition {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Frames per second; null when the source does not tell. */
  readonly frameRate: number | null;
  /** RFC 6381, such as `avc1.64001F,mp4a.40.2`. */
  readonly codecs: string;
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
}

export interface Segment {
  readonly name: string;
  /** Null for the initialisation segment. */
  readonly durationSeconds: number | null;
}

/** A trailer that can be played. */
export interface PlayableTrailer {
  readonly id: string;
  readonly durationSeconds: number | null;
  readonly active: boolean;
}

export const renditionPath = (renditionId: string): string =>
  `/api/media/renditions/${renditionId}/playlist.m3u8`;

export const segmentPath = (renditionId: string, name: string): string =>
  `/api/media/renditions/${renditionId}/segments/${name}`;

/** Media type by which a segment is answered. */
export const segmentType = (name: string): string =>
  name.endsWith('.m4s') ? 'video/iso.segment' : 'video/mp4';

import type { RenditionKind } from '@secure-preview/contracts';

/** One encoding of a trailer's picture, cut into segments. */
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

/** A picture with the sound in it (`muxed`), or to be played with the sound that all pictures share. */
export interface Picture extends Rendition {
  readonly kind: 'video' | 'muxed';
  /** Lines of the box that it fits, such as 720; null for those from before there were several. */
  readonly rung: number | null;
}

/** The sound that all pictures of a trailer share. */
export interface Sound {
  readonly id: string;
  readonly kind: 'audio';
  readonly channels: number;
  readonly codecs: string;
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
}

export type ListedRendition = Picture | Sound;

export interface Segment {
  readonly name: string;
  readonly objectKey: string;
  /** Null for the initialisation segment. */
  readonly durationSeconds: number | null;
  /** Null when it is not encrypted. */
  readonly iv: Buffer | null;
}

/** A rendition with all it consists of, the initialisation segment first. */
export interface CutRendition {
  readonly id: string;
  readonly kind: RenditionKind;
  readonly trailer: PlayableTrailer;
  /** Null when nothing of the trailer is encrypted. */
  readonly keyId: string | null;
  readonly segments: readonly Segment[];
}

/** A trailer that can be played. */
export interface PlayableTrailer {
  readonly id: string;
  readonly durationSeconds: number | null;
  readonly active: boolean;
}

/** A segment found by its name. */
export interface FoundSegment {
  readonly objectKey: string;
  /** Place in the rendition; the initialisation segment is 0. */
  readonly position: number;
  /** Seconds of the trailer. */
  readonly from: number;
  readonly to: number;
}

/** Milliseconds are enough, and make the end of one segment the very beginning of the next. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** The segments of a rendition by name, each with the time that it covers. */
export function segmentsByName(segments: readonly Segment[]): Map<string, FoundSegment> {
  let end = 0;
  return new Map(
    segments.map(({ name, objectKey, durationSeconds }, position) => {
      const from = round(end);
      end += durationSeconds ?? 0;
      return [name, { objectKey, position, from, to: round(end) }];
    }),
  );
}

export const renditionPath = (renditionId: string): string =>
  `/api/media/renditions/${renditionId}/playlist.m3u8`;

export const segmentPath = (renditionId: string, name: string): string =>
  `/api/media/renditions/${renditionId}/segments/${name}`;

export const keyPath = (keyId: string): string => `/api/media/keys/${keyId}`;

/** Media type by which a segment is answered. */
export const segmentType = (name: string): string =>
  name.endsWith('.m4s') ? 'video/iso.segment' : 'video/mp4';

import { limits, type RenditionKind } from '@secure-preview/contracts';

/** One encoding of a trailer's picture, cut into segments. */
export interface Rendition {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Frames per second; null when the source does not state it. */
  readonly frameRate: number | null;
  /** RFC 6381, such as `avc1.64001F,mp4a.40.2`. */
  readonly codecs: string;
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
}

/** A picture that includes the sound (`muxed`), or is played with the sound that all pictures share. */
export interface Picture extends Rendition {
  readonly kind: 'video' | 'muxed';
  /**
   * Height of the box that it fits, such as 720; null for renditions made before there were several sizes.
   */
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
  /** Null when the segment is not encrypted. */
  readonly iv: Buffer | null;
}

/** A rendition with all its segments, the initialisation segment first. */
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
  /** Index in the rendition; the initialisation segment has 0. */
  readonly position: number;
  /** Start of the segment, in seconds of the trailer. */
  readonly from: number;
  readonly to: number;
}

/** Rounds to milliseconds, so that the end of one segment equals the start of the next. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Indexes the segments of a rendition by name, each with the time range that it covers. */
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

/**
 * Returns a segment and those after it that begin within `limits.segmentWindow`, each with its name. The first
 * is always included.
 */
export function segmentWindow(
  segments: readonly Segment[],
  byName: ReadonlyMap<string, FoundSegment>,
  first: FoundSegment,
): (FoundSegment & { readonly name: string })[] {
  const { seconds, segments: most } = limits.segmentWindow;
  return segments.slice(first.position, first.position + most).flatMap(({ name }) => {
    const found = byName.get(name);
    return found && found.from < first.from + seconds ? { name, ...found } : [];
  });
}

export const renditionPath = (renditionId: string): string =>
  `/api/media/renditions/${renditionId}/playlist.m3u8`;

export const segmentPath = (renditionId: string, name: string): string =>
  `/api/media/renditions/${renditionId}/segments/${name}`;

export const keyPath = (keyId: string): string => `/api/media/keys/${keyId}`;

/** Returns the media type for the answer to a segment request. */
export const segmentType = (name: string): string =>
  name.endsWith('.m4s') ? 'video/iso.segment' : 'video/mp4';

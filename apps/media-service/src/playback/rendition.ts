import { limits, type RenditionKind } from '@secure-preview/contracts';

/** An encoding of the video of a trailer, divided into segments. */
export interface Rendition {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Frames per second; null if the source does not declare it. */
  readonly frameRate: number | null;
  /** RFC 6381, such as `avc1.64001F,mp4a.40.2`. */
  readonly codecs: string;
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
}

/** A video that includes its audio (`muxed`), or is played with the shared audio of the trailer. */
export interface VideoRendition extends Rendition {
  readonly kind: 'video' | 'muxed';
  /**
   * Height of the box that the video fits, such as 720; null for copies of the upload.
   */
  readonly rung: number | null;
}

/** The audio that all video renditions of a trailer share. */
export interface AudioRendition {
  readonly id: string;
  readonly kind: 'audio';
  readonly channels: number;
  readonly codecs: string;
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
}

export type ListedRendition = VideoRendition | AudioRendition;

export interface Segment {
  readonly name: string;
  readonly objectKey: string;
  /** Object of the second variant; null if everybody is sent the same object. */
  readonly twinKey: string | null;
  /** Null for the initialisation segment. */
  readonly durationSeconds: number | null;
  /** Null when the segment is not encrypted. */
  readonly iv: Buffer | null;
  /** Initialisation vector of the second variant. */
  readonly twinIv: Buffer | null;
}

/** A rendition with all its segments, the initialisation segment first. */
export interface SegmentedRendition {
  readonly id: string;
  readonly kind: RenditionKind;
  readonly trailer: PlayableTrailer;
  /** Null when the trailer is not encrypted. */
  readonly keyId: string | null;
  readonly segments: readonly Segment[];
}

/** A trailer that can be played. */
export interface PlayableTrailer {
  readonly id: string;
  readonly durationSeconds: number | null;
  readonly active: boolean;
  /** Whether each person is sent a copy of their own. */
  readonly marked: boolean;
}

/** A segment with its position and time range. */
export interface IndexedSegment {
  readonly objectKey: string;
  readonly twinKey: string | null;
  /** Index in the rendition; the initialisation segment has 0. */
  readonly position: number;
  /** Start of the segment, in seconds of the trailer. */
  readonly from: number;
  readonly to: number;
}

/** Rounds to milliseconds, which makes the end of a segment equal the start of the next. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Indexes the segments of a rendition by name, with their time ranges. */
export function segmentsByName(segments: readonly Segment[]): Map<string, IndexedSegment> {
  let end = 0;
  return new Map(
    segments.map(({ name, objectKey, twinKey, durationSeconds }, position) => {
      const from = round(end);
      end += durationSeconds ?? 0;
      return [name, { objectKey, twinKey, position, from, to: round(end) }];
    }),
  );
}

/** Returns the segment that plays at a time in seconds; undefined after the end. */
export function segmentAt(
  byName: ReadonlyMap<string, IndexedSegment>,
  seconds: number,
): IndexedSegment | undefined {
  for (const segment of byName.values()) if (segment.from <= seconds && seconds < segment.to) return segment;
  return undefined;
}

/**
 * Returns a segment and the following segments that begin within `limits.segmentWindow`, at least the first one.
 */
export function segmentWindow(
  segments: readonly Segment[],
  byName: ReadonlyMap<string, IndexedSegment>,
  first: IndexedSegment,
  marked: boolean,
): (IndexedSegment & { readonly name: string })[] {
  const { seconds, segments: maxSegments, markedSegments } = limits.segmentWindow;
  const most = marked ? markedSegments : maxSegments;
  return segments.slice(first.position, first.position + most).flatMap(({ name }) => {
    const segment = byName.get(name);
    return segment && segment.from < first.from + seconds ? { name, ...segment } : [];
  });
}

export const renditionPath = (renditionId: string): string =>
  `/api/media/renditions/${renditionId}/playlist.m3u8`;

export const segmentPath = (renditionId: string, name: string): string =>
  `/api/media/renditions/${renditionId}/segments/${name}`;

export const keyPath = (keyId: string): string => `/api/media/keys/${keyId}`;

/** Returns the media type of a segment. */
export const segmentType = (name: string): string =>
  name.endsWith('.m4s') ? 'video/iso.segment' : 'video/mp4';

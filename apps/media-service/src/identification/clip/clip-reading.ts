import { clipProvenance, leakReading } from '@secure-preview/contracts';
import * as z from 'zod';

const { trailerId, title, uploadedAt, trailerSeconds, mirrored, runs } = leakReading.shape;

/** What was read of a version that the clip may show. */
const versionReading = z.object({
  trailerId,
  title,
  uploadedAt,
  trailerSeconds,
  mirrored,
  runs,
  /** Seconds of the clip that were compared. */
  seconds: z.number(),
  evidence: z.array(
    z.object({
      segment: z.int(),
      z: z.number(),
      /** Time of the trailer at which the segment begins. */
      atSeconds: z.number(),
    }),
  ),
  /** Segments that carry no mark in this version. */
  erased: z.array(z.int()),
});
export type VersionReading = z.output<typeof versionReading>;

/** Why no version was read. */
export const unreadCodes = ['noMarkedVersions', 'plain', 'otherFilm', 'unreadable'] as const;
export type UnreadCode = (typeof unreadCodes)[number];

/** File that was read, and the portal that read it. */
export type ClipProvenance = z.output<typeof clipProvenance>;

/** What was read of a clip. Nothing of it depends on a codeword. */
export const clipReading = z.object({
  /** Absent in readings of older versions. */
  provenance: z.optional(clipProvenance),
  /** Null if a version was read. */
  unread: z.enum(unreadCodes).nullable(),
  /** Several only if pictures cannot decide between them. */
  versions: z.array(versionReading),
});
export type ClipReading = z.output<typeof clipReading>;

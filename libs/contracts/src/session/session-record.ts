import * as z from 'zod/mini';
import { uploadEpoch } from '../auth/auth.rpc.js';

/** The product's part of the express-session record in Redis. It is written only when a level changes. */
export const sessionRecord = z.object({
  /** Public id that log records carry; survives the rotation of the cookie's id. */
  ref: z.uuid(),
  /** Epoch milliseconds of the gate; the absolute time-out counts from here. */
  startedAt: z.int(),
  viewer: z.object({ leadId: z.uuid(), name: z.string(), email: z.string() }),
  /** Present past the upload password; void once the epoch moved on or the idle key is gone. */
  uploader: z.optional(z.object({ epoch: uploadEpoch })),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

/** Redis keys that more than one process reads. */
export const redisKeys = {
  /** Current epoch of the upload password, published by auth-service; missing means nobody is an uploader. */
  uploadEpoch: 'portal:upload-epoch',
  /** Present while a lead's visit is ended; published by auth-service. It invalidates all sessions of the lead. */
  visitEnded: (leadId: string) => `portal:visit-ended:${leadId}`,
  /** Lives as long as an uploader is not idle. */
  uploaderIdle: (sessionRef: string) => `portal:uploader:${sessionRef}`,
  /** The trailers whose first playlist a session was given, by id; those of previews apart. */
  grants: (sessionRef: string) => `portal:grants:${sessionRef}`,
  /** Lives as long as a session sends playback progress. */
  playing: (sessionRef: string) => `portal:playing:${sessionRef}`,
} as const;

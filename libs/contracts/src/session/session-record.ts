import * as z from 'zod/mini';

/** Name of the session cookie. */
export const SESSION_COOKIE = 'sp.sid';

/** Changes with the upload password. A session whose copy differs has lost the uploader level. */
export const uploadEpoch = z.int().check(z.positive());

/** The product's part of the express-session record in Redis. It is written only when a level changes. */
export const sessionRecord = z.object({
  /** Public id that log records carry; survives the rotation of the cookie's id. */
  ref: z.uuid(),
  /** Time at which the gate was passed, in milliseconds since 1970; start of the absolute timeout. */
  startedAt: z.int(),
  viewer: z.object({ leadId: z.uuid(), name: z.string(), email: z.string() }),
  /** Present after the upload password; invalid once the epoch has changed or the idle key has expired. */
  uploader: z.optional(z.object({ epoch: uploadEpoch })),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

/** Redis keys that more than one process reads. */
export const redisKeys = {
  /** Current epoch of the upload password, published by auth-service; while missing, no session is an uploader. */
  uploadEpoch: 'portal:upload-epoch',
  /** Version of the settings, published by auth-service; when it changes, gateways read the settings again. */
  settingsVersion: 'portal:settings-version',
  /** Present while a lead's visit is ended, which invalidates all its sessions; published by auth-service. */
  visitEnded: (leadId: string) => `portal:visit-ended:${leadId}`,
  /** Expires when the uploader is idle. */
  uploaderIdle: (sessionRef: string) => `portal:uploader:${sessionRef}`,
  /** Trailers whose first playlist a session was given, by id; previews are in separate fields. */
  grants: (sessionRef: string) => `portal:grants:${sessionRef}`,
  /** Expires when the session sends no more playback progress. */
  playing: (sessionRef: string) => `portal:playing:${sessionRef}`,
} as const;

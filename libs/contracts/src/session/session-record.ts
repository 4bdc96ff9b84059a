import * as z from 'zod/mini';
import { verifiedBy } from '../gate/gate-mode.js';
import { sessionInvitation } from '../gate/session-invitation.js';

/** Name of the session cookie. */
export const SESSION_COOKIE = 'sp.sid';

/** Changes with the upload password. A session whose copy differs has lost the uploader level. */
export const uploadEpoch = z.int().check(z.positive());

/** The product's part of the express-session record in Redis. It is written only when a level changes. */
export const sessionRecord = z.object({
  /** Public id in log records. It does not change when the cookie's id is rotated. */
  ref: z.uuid(),
  /** Time at which the gate was passed, in milliseconds since 1970; start of the absolute timeout. */
  startedAt: z.int(),
  viewer: z.object({ leadId: z.uuid(), name: z.string(), email: z.string() }),
  /** Proof that the visitor gave, and data to check whether the access has ended. Absent in sessions of version 1.0. */
  access: z.optional(
    z.object({
      /** `emailKey` of the viewer's address. */
      emailKey: z.string(),
      verifiedBy,
      invitation: z.optional(sessionInvitation),
    }),
  ),
  /** Present once the upload password was entered; invalid once the epoch has changed or the idle key has expired. */
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
  /**
   * Marks of the trailers whose playback was ended in the visit of a lead, by trailer id; see `isEndedMark`. Published
   * by auth-service.
   */
  endedPlaybacks: (leadId: string) => `portal:ended-playbacks:${leadId}`,
  /** Present while an e-mail address is blocked; published by auth-service. */
  addressBlocked: (emailKey: string) => `portal:blocked:${emailKey}`,
  /**
   * Present once auth-service has published all blocks. While it is missing, as after a loss of data, a gateway calls
   * auth-service to check the visitor's address before a session begins.
   */
  blocksPublished: 'portal:blocks-published',
  /** Number of the last change of blocks; when it changes, gateways read the blocked domains and networks again. */
  blockRulesVersion: 'portal:block-rules-version',
  /** State of an invitation that was used, as {@link publishedInvitation}; published by auth-service. */
  invitation: (id: string) => `portal:invitation:${id}`,
  /** Expires when the uploader is idle. */
  uploaderIdle: (sessionRef: string) => `portal:uploader:${sessionRef}`,
  /** Trailers whose first playlist the session received, by id; previews are in separate fields. */
  grants: (sessionRef: string) => `portal:grants:${sessionRef}`,
  /** Expires when the session sends no more playback progress. */
  playing: (sessionRef: string) => `portal:playing:${sessionRef}`,
} as const;

/** Value of `redisKeys.invitation`, as JSON. Times are Unix times in milliseconds. */
export const publishedInvitation = z.object({
  generation: z.int(),
  revoked: z.boolean(),
  startsAt: z.nullable(z.number()),
  endsAt: z.nullable(z.number()),
});
export type PublishedInvitation = z.infer<typeof publishedInvitation>;

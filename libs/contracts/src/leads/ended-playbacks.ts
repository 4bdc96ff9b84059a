import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

/** Any strings: malformed ids get 404, not 400. */
const id = z.string().check(z.maxLength(100));
const params = z.object({ leadId: id, trailerId: id });
const ok = z.object({ ok: z.literal(true) });

export const endedPlaybacksRoutes = {
  end: http({
    method: 'POST',
    path: '/api/lead-captures/:leadId/ended-playbacks/:trailerId',
    access: 'uploader',
    summary: 'End the playback of one trailer version in the visit of a lead, which stays signed in',
    params,
    response: ok,
    errors: ['LEAD_NOT_FOUND', 'TRAILER_NOT_FOUND'],
  }),
  allow: http({
    method: 'DELETE',
    path: '/api/lead-captures/:leadId/ended-playbacks/:trailerId',
    access: 'uploader',
    summary: 'Allow an ended playback again',
    params,
    response: ok,
    errors: ['LEAD_NOT_FOUND', 'TRAILER_NOT_FOUND'],
  }),
} as const;

const change = z.object({
  leadId: z.uuid(),
  trailerId: z.uuid(),
  /** Public id of the administrator's session. */
  by: z.uuid(),
  /** Claimed name of the administrator. Gateways of earlier versions send none. */
  byName: z.optional(z.string()),
});

/** Playbacks of a trailer version in the visit of a lead that an administrator ended, in auth-service. */
export const endedPlaybacksRpc = rpcGroup('auth', {
  /** Returns the ended playbacks of the leads, without those that were allowed again. */
  list: rpc({
    kind: 'query',
    pattern: 'auth.endedPlaybacks.list',
    input: z.object({ leadIds: z.array(z.uuid()).check(z.maxLength(limits.leadsPage.max)) }),
    output: z.object({
      playbacks: z.array(z.object({ leadId: z.uuid(), trailerId: z.uuid(), endedAt: z.iso.datetime() })),
    }),
    errors: [],
  }),
  end: rpc({ kind: 'command', pattern: 'auth.endedPlaybacks.end', input: change, output: ok, errors: [] }),
  allow: rpc({
    kind: 'command',
    pattern: 'auth.endedPlaybacks.allow',
    input: change,
    output: ok,
    errors: [],
  }),
});

/**
 * Returns whether a mark in `redisKeys.endedPlaybacks` says that the playback is ended. A mark is the version of the
 * last change, and negative if that change allowed the playback again.
 */
export const isEndedMark = (mark: string): boolean => Number(mark) > 0;

/** Returns the mark of a state. @param version greater than 0 */
export const endedMark = ({ ended, version }: { ended: boolean; version: number }): number =>
  ended ? version : -version;

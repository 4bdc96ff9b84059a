import * as z from 'zod/mini';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { activeTrailer } from './active-trailer.js';
import { createdTrailer, listedTrailer, trailer } from './trailer.js';
import { trailersRoutes } from './trailers.routes.js';

const trailerId = z.string();

export const trailersRpc = rpcGroup('media', {
  active: rpc({
    kind: 'query',
    pattern: 'media.trailers.active',
    input: z.object({}),
    output: activeTrailer,
    errors: trailersRoutes.active.errors,
  }),
  list: rpc({
    kind: 'query',
    pattern: 'media.trailers.list',
    input: z.object({}),
    output: z.object({ trailers: z.array(listedTrailer) }),
    errors: [],
  }),
  create: rpc({
    kind: 'command',
    pattern: 'media.trailers.create',
    input: z.object({
      title: z.string(),
      videoURL: z.string(),
      posterURL: z.nullish(z.string()),
      description: z.nullish(z.string()),
      /** Whether to mark the trailer, from the settings in force. */
      marked: z._default(z.boolean(), false),
    }),
    output: createdTrailer,
    errors: trailersRoutes.create.errors,
    deadlineMs: 30_000,
    attemptMs: 12_000,
  }),
  mark: rpc({
    kind: 'command',
    pattern: 'media.trailers.mark',
    input: z.object({ trailerId }),
    output: trailer,
    errors: trailersRoutes.mark.errors,
    // Copies an upload of up to 500 MB.
    deadlineMs: 60_000,
    attemptMs: 55_000,
  }),
  setPoster: rpc({
    kind: 'command',
    pattern: 'media.trailers.setPoster',
    input: z.object({ trailerId, posterURL: z.string() }),
    output: trailer,
    errors: trailersRoutes.setPoster.errors,
    deadlineMs: 30_000,
    attemptMs: 12_000,
  }),
  setDescription: rpc({
    kind: 'command',
    pattern: 'media.trailers.setDescription',
    input: z.object({ trailerId, description: z.string() }),
    output: trailer,
    errors: trailersRoutes.setDescription.errors,
  }),
  activate: rpc({
    kind: 'command',
    pattern: 'media.trailers.activate',
    input: z.object({ trailerId }),
    output: trailer,
    errors: trailersRoutes.activate.errors,
  }),
  cancel: rpc({
    kind: 'command',
    pattern: 'media.trailers.cancel',
    input: z.object({ trailerId }),
    output: trailer,
    errors: trailersRoutes.cancel.errors,
  }),
  remove: rpc({
    kind: 'command',
    pattern: 'media.trailers.remove',
    input: z.object({ trailerId }),
    output: z.object({ ok: z.literal(true) }),
    errors: trailersRoutes.remove.errors,
  }),
});

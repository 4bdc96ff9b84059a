import * as z from 'zod/mini';
import { requester } from '../media/requester.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { caption } from './caption.js';
import { captionsRoutes } from './captions.routes.js';

export const captionsRpc = rpcGroup('media', {
  addCaptions: rpc({
    kind: 'command',
    pattern: 'media.captions.add',
    input: z.object({
      trailerId: z.string(),
      language: z.string(),
      label: z.optional(z.string()),
      text: z.string(),
    }),
    output: caption,
    errors: captionsRoutes.add.errors,
  }),
  removeCaptions: rpc({
    kind: 'command',
    pattern: 'media.captions.remove',
    input: z.object({ trailerId: z.string(), captionId: z.string() }),
    output: z.object({ ok: z.literal(true) }),
    errors: captionsRoutes.remove.errors,
  }),
  readCaptions: rpc({
    kind: 'query',
    pattern: 'media.captions.read',
    input: z.object({ captionId: z.string(), ...requester.shape }),
    output: z.object({ body: z.string() }),
    errors: captionsRoutes.read.errors,
  }),
});

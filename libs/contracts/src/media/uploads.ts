import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { browserAddress } from './storage-address.js';

export const uploadTarget = z.object({ uploadURL: z.string() });

export const uploadsRoutes = {
  video: http({
    method: 'POST',
    path: '/api/objects/upload',
    access: 'uploader',
    summary: 'Ask for an address to PUT a video to',
    response: uploadTarget,
    errors: [],
  }),
  poster: http({
    method: 'POST',
    path: '/api/objects/upload-poster',
    access: 'uploader',
    summary: 'Ask for an address to PUT a poster to',
    response: uploadTarget,
    errors: [],
  }),
} as const;

export const uploadsRpc = rpcGroup('media', {
  issue: rpc({
    kind: 'command',
    pattern: 'media.uploads.issue',
    input: z.object({ kind: z.enum(['video', 'poster']), browser: browserAddress }),
    output: uploadTarget,
    errors: [],
  }),
});

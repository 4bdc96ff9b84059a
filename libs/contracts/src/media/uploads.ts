import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { browserAddress } from './storage-address.js';

/** Size and type of a file, declared before its upload. The upload URL then accepts no other size or type. */
export const declaredFile = z.object({
  /** Bytes. */
  size: z.optional(z.int().check(z.nonnegative())),
  /** Media type without parameters. */
  type: z.optional(z.string().check(z.maxLength(127), z.regex(/^[\w.+-]+\/[\w.+-]+$/))),
});
export type DeclaredFile = z.output<typeof declaredFile>;

export const uploadTarget = z.object({ uploadURL: z.string() });

export const uploadsRoutes = {
  video: http({
    method: 'POST',
    path: '/api/objects/upload',
    access: 'uploader',
    summary: 'Create an upload URL for a video',
    body: z._default(declaredFile, {}),
    response: uploadTarget,
    errors: ['VALIDATION_FAILED', 'VIDEO_TOO_LARGE', 'NOT_A_VIDEO'],
  }),
  poster: http({
    method: 'POST',
    path: '/api/objects/upload-poster',
    access: 'uploader',
    summary: 'Create an upload URL for a poster',
    body: z._default(declaredFile, {}),
    response: uploadTarget,
    errors: ['VALIDATION_FAILED', 'POSTER_TOO_LARGE', 'POSTER_NOT_AN_IMAGE'],
  }),
  logo: http({
    method: 'POST',
    path: '/api/objects/upload-logo',
    access: 'uploader',
    summary: 'Create an upload URL for the logo of the gate',
    body: z._default(declaredFile, {}),
    response: uploadTarget,
    errors: ['VALIDATION_FAILED', 'IMAGE_TOO_LARGE', 'NOT_AN_IMAGE'],
  }),
  keyArt: http({
    method: 'POST',
    path: '/api/objects/upload-key-art',
    access: 'uploader',
    summary: 'Create an upload URL for the key art of the gate',
    body: z._default(declaredFile, {}),
    response: uploadTarget,
    errors: ['VALIDATION_FAILED', 'IMAGE_TOO_LARGE', 'NOT_AN_IMAGE'],
  }),
  clip: http({
    method: 'POST',
    path: '/api/objects/upload-clip',
    access: 'uploader',
    summary: 'Create an upload URL for a found copy',
    body: z._default(declaredFile, {}),
    response: uploadTarget,
    errors: ['VALIDATION_FAILED', 'VIDEO_TOO_LARGE', 'NOT_A_VIDEO'],
  }),
} as const;

export const uploadsRpc = rpcGroup('media', {
  issue: rpc({
    kind: 'command',
    pattern: 'media.uploads.issue',
    input: z.object({
      kind: z.enum(['video', 'poster', 'logo', 'keyArt', 'clip']),
      browser: browserAddress,
      file: z._default(declaredFile, {}),
    }),
    output: uploadTarget,
    errors: [
      'VIDEO_TOO_LARGE',
      'NOT_A_VIDEO',
      'POSTER_TOO_LARGE',
      'POSTER_NOT_AN_IMAGE',
      'IMAGE_TOO_LARGE',
      'NOT_AN_IMAGE',
    ],
  }),
});

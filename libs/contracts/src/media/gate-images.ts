import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { gateImagePath } from '../gate/gate-art.js';
import { http } from '../http/define-route.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

/** Images that the gate may show (docs/product.md#gate-art): a logo, and key art behind the page. */
export const gateImageKinds = ['logo', 'keyArt'] as const;
export type GateImageKind = (typeof gateImageKinds)[number];

const gateImageKind = z.enum(gateImageKinds, { error: fieldError('GATE_IMAGE_KIND_UNKNOWN') });

const gateImage = z.object({
  id: z.uuid(),
  kind: gateImageKind,
  /** Pixels. */
  width: z.int(),
  height: z.int(),
});
export type GateImage = z.infer<typeof gateImage>;

export const gateImagesRoutes = {
  finishUpload: http({
    method: 'POST',
    path: '/api/settings/images',
    access: 'uploader',
    summary: 'Check an uploaded image of the gate; the settings then name it by its id',
    body: z.object({ kind: gateImageKind, imageURL: z.string({ error: fieldError('IMAGE_URL_REQUIRED') }) }),
    response: gateImage,
    errors: [
      'VALIDATION_FAILED',
      'UNKNOWN_UPLOAD_URL',
      'UPLOAD_MISSING',
      'IMAGE_TOO_LARGE',
      'NOT_AN_IMAGE',
      'KEY_ART_WRONG_SHAPE',
    ],
  }),
  /** Public, since the gate shows it to strangers. The handler checks switch, settings and gate mode. */
  read: http({
    method: 'GET',
    path: gateImagePath,
    access: 'public',
    summary: 'Image of the gate, if the gate shows it to this browser; uploaders may read any',
    params: z.object({ imageId: z.string() }),
    produces: 'image/*',
    errors: ['NOT_FOUND'],
  }),
} as const;

export const gateImagesRpc = rpcGroup('media', {
  /** Checks and re-encodes an upload. Repeated calls return the same image. */
  createGateImage: rpc({
    kind: 'command',
    pattern: 'media.gateImages.create',
    input: z.object({ kind: gateImageKind, imageURL: z.string() }),
    output: gateImage,
    errors: [
      'UNKNOWN_UPLOAD_URL',
      'UPLOAD_MISSING',
      'IMAGE_TOO_LARGE',
      'NOT_AN_IMAGE',
      'KEY_ART_WRONG_SHAPE',
    ],
    deadlineMs: 30_000,
    attemptMs: 12_000,
  }),
  /**
   * Keeps images for good, and stores copies for mails, before the settings name them. Returns those that do not exist or
   * are of another kind.
   */
  keepGateImages: rpc({
    kind: 'command',
    pattern: 'media.gateImages.keep',
    input: z.object({ images: z.array(z.object({ id: z.uuid(), kind: gateImageKind })) }),
    output: z.object({ unknown: z.array(z.uuid()) }),
    errors: [],
    deadlineMs: 30_000,
    attemptMs: 12_000,
  }),
  /** Reads an image in pieces, because it may exceed the size of one message. Accepts any string as id. */
  readGateImage: rpc({
    kind: 'query',
    pattern: 'media.gateImages.read',
    input: z.object({ imageId: z.string(), from: z._default(z.int().check(z.nonnegative()), 0) }),
    output: z.object({ contentType: z.string(), body: z.base64(), next: z.nullable(z.int()) }),
    errors: ['NOT_FOUND'],
  }),
});

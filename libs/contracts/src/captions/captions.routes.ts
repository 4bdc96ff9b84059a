import * as z from 'zod/mini';
import { captionLimits } from '../caption-limits.js';
import { http } from '../http/define-route.js';
import { trailerParams } from '../media/trailer-params.js';
import { caption } from './caption.js';
import { captionForm } from './caption-form.js';

/** Media type of captions (WebVTT, section 8.1). */
export const CAPTIONS_TYPE = 'text/vtt; charset=utf-8';

export const captionsRoutes = {
  add: http({
    method: 'POST',
    path: '/api/trailers/:trailerId/captions',
    access: 'uploader',
    summary: 'Add or replace the captions of a trailer in one language',
    params: trailerParams,
    body: captionForm,
    maxBodyBytes: captionLimits.maxBodyBytes,
    response: caption,
    status: 201,
    errors: [
      'VALIDATION_FAILED',
      'TRAILER_NOT_FOUND',
      'TOO_MANY_CAPTIONS',
      'CAPTIONS_TOO_LARGE',
      'NOT_CAPTIONS',
      'CAPTIONS_EMPTY',
      'CAPTIONS_BAD_TIMING',
      'CAPTIONS_BAD_TIME',
      'CAPTIONS_CUE_WITHOUT_LENGTH',
      'CAPTIONS_CUE_TOO_LONG',
    ],
  }),
  remove: http({
    method: 'DELETE',
    path: '/api/trailers/:trailerId/captions/:captionId',
    access: 'uploader',
    summary: 'Remove the captions of a trailer in one language',
    params: z.object({ trailerId: z.string(), captionId: z.string() }),
    response: z.object({ ok: z.literal(true) }),
    errors: ['CAPTIONS_NOT_FOUND'],
  }),
  read: http({
    method: 'GET',
    path: '/api/media/captions/:captionId',
    access: 'viewer',
    summary: 'Captions in one language as WebVTT',
    params: z.object({ captionId: z.string() }),
    produces: CAPTIONS_TYPE,
    errors: ['NOT_FOUND'],
  }),
} as const;

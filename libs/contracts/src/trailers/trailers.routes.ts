import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { trailerParams } from '../media/trailer-params.js';
import { activeTrailerRoute } from './active-trailer.js';
import { createdTrailer, listedTrailer, trailer } from './trailer.js';
import { descriptionForm, newTrailerForm, posterForm } from './trailer-forms.js';

export const trailersRoutes = {
  active: activeTrailerRoute,
  list: http({
    method: 'GET',
    path: '/api/trailers',
    access: 'uploader',
    summary: 'List all trailers, newest first',
    response: z.array(listedTrailer),
    errors: [],
  }),
  create: http({
    method: 'POST',
    path: '/api/trailers',
    access: 'uploader',
    summary: 'Create a trailer from an uploaded video',
    body: newTrailerForm,
    response: createdTrailer,
    status: 201,
    errors: ['VALIDATION_FAILED', 'UNKNOWN_UPLOAD_URL', 'UPLOAD_MISSING', 'VIDEO_TOO_LARGE', 'NOT_A_VIDEO'],
  }),
  mark: http({
    method: 'POST',
    path: '/api/trailers/:trailerId/mark',
    access: 'uploader',
    summary: 'Make a marked version from the kept upload of a trailer; it is shown once it can be played',
    params: trailerParams,
    response: trailer,
    status: 201,
    errors: ['TRAILER_NOT_FOUND', 'SOURCE_NOT_KEPT', 'MARKING_OFF'],
  }),
  setPoster: http({
    method: 'PATCH',
    path: '/api/trailers/:trailerId/poster',
    access: 'uploader',
    summary: "Replace a trailer's poster with an uploaded image",
    params: trailerParams,
    body: posterForm,
    response: trailer,
    errors: [
      'VALIDATION_FAILED',
      'TRAILER_NOT_FOUND',
      'UNKNOWN_UPLOAD_URL',
      'UPLOAD_MISSING',
      'POSTER_TOO_LARGE',
      'POSTER_NOT_AN_IMAGE',
      'POSTER_WRONG_SHAPE',
    ],
  }),
  setDescription: http({
    method: 'PATCH',
    path: '/api/trailers/:trailerId/description',
    access: 'uploader',
    summary: "Replace a trailer's description",
    params: trailerParams,
    body: descriptionForm,
    response: trailer,
    errors: ['VALIDATION_FAILED', 'TRAILER_NOT_FOUND'],
  }),
  activate: http({
    method: 'POST',
    path: '/api/trailers/:trailerId/activate',
    access: 'uploader',
    summary: 'Show this trailer instead of the active one',
    params: trailerParams,
    response: trailer,
    errors: ['TRAILER_NOT_FOUND', 'TRAILER_NOT_READY', 'TRAILER_EXPIRED'],
  }),
  cancel: http({
    method: 'POST',
    path: '/api/trailers/:trailerId/cancel',
    access: 'uploader',
    summary: 'Cancel the processing of a trailer; a playable one stays playable',
    params: trailerParams,
    response: trailer,
    errors: ['TRAILER_NOT_FOUND', 'TRAILER_NOT_PROCESSING'],
  }),
  remove: http({
    method: 'DELETE',
    path: '/api/trailers/:trailerId',
    access: 'uploader',
    summary: 'Delete a trailer that is not being shown',
    params: trailerParams,
    response: z.object({ ok: z.literal(true) }),
    errors: ['TRAILER_NOT_FOUND', 'TRAILER_IS_ACTIVE'],
  }),
} as const;

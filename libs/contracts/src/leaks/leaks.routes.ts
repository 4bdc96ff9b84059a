import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { http } from '../http/define-route.js';
import { leakLimits } from '../leak-limits.js';
import { multilineText, noNulOrLoneSurrogates } from '../text.js';
import { leakCaseWithPeople, listedLeakCase } from './leak-case.js';

const params = z.object({ caseId: z.string() });

/** Body that opens a case: the address that the portal issued for the clip, and the file's name. */
export const leakForm = z.object({
  clipURL: z.string(),
  fileName: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(leakLimits.clip.nameLength),
      noNulOrLoneSurrogates('The name of the file contains characters that cannot be stored'),
    ),
});

/** The clip's picture, the trailer's at the same time, and both in the same geometry. */
export const leakPictures = ['found', 'original'] as const;
export const leakPicture = z.enum(leakPictures);
export type LeakPicture = z.infer<typeof leakPicture>;

export const leaksRoutes = {
  create: http({
    method: 'POST',
    path: '/api/leaks',
    access: 'uploader',
    summary: 'Find out whose copy an uploaded clip shows',
    body: leakForm,
    response: leakCaseWithPeople,
    status: 201,
    errors: [
      'VALIDATION_FAILED',
      'UNKNOWN_UPLOAD_URL',
      'UPLOAD_MISSING',
      'VIDEO_TOO_LARGE',
      'NOT_A_VIDEO',
      'TOO_MANY_LEAK_CASES',
    ],
  }),
  list: http({
    method: 'GET',
    path: '/api/leaks',
    access: 'uploader',
    extendsSession: false,
    summary: 'Found copies, newest first',
    response: z.object({ cases: z.array(listedLeakCase) }),
    errors: [],
  }),
  read: http({
    method: 'GET',
    path: '/api/leaks/:caseId',
    access: 'uploader',
    extendsSession: false,
    summary: 'A found copy with its result',
    params,
    response: leakCaseWithPeople,
    errors: ['LEAK_CASE_NOT_FOUND'],
  }),
  cancel: http({
    method: 'POST',
    path: '/api/leaks/:caseId/cancel',
    access: 'uploader',
    summary: 'Stop reading a clip',
    params,
    response: leakCaseWithPeople,
    errors: ['LEAK_CASE_NOT_FOUND', 'LEAK_CASE_FINISHED'],
  }),
  note: http({
    method: 'PATCH',
    path: '/api/leaks/:caseId',
    access: 'uploader',
    summary: 'Change the note on a found copy',
    params,
    body: z.object({
      note: z
        .string()
        .check(z.maxLength(leakLimits.noteLength), multilineText(fieldError('NOTE_UNSHOWABLE'))),
    }),
    response: leakCaseWithPeople,
    errors: ['VALIDATION_FAILED', 'LEAK_CASE_NOT_FOUND'],
  }),
  remove: http({
    method: 'DELETE',
    path: '/api/leaks/:caseId',
    access: 'uploader',
    summary: 'Delete a case with its clip and result',
    params,
    response: z.object({ ok: z.literal(true) }),
    errors: ['LEAK_CASE_NOT_FOUND'],
  }),
  picture: http({
    method: 'GET',
    path: '/api/leaks/:caseId/pictures/:which',
    access: 'uploader',
    summary: 'A picture of the clip, or that of the trailer at the same time',
    params: z.object({ caseId: z.string(), which: z.string() }),
    produces: 'image/jpeg',
    errors: ['NOT_FOUND'],
  }),
} as const;

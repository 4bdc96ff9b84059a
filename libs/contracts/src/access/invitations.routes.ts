import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { limits } from '../limits.js';
import { pageEnd, rowIds } from '../lists/page-query.js';
import { settingsLimits } from '../settings-limits.js';
import {
  checkedRow,
  confirmedImport,
  importOptions,
  importRow,
  invitationAction,
  invitationsQuery,
  invitationWithShare,
} from './invitations.js';

const importParams = z.object({ importId: z.uuid() });
const invitationParams = z.object({ invitationId: z.string().check(z.maxLength(100)) });

export const invitationsRoutes = {
  list: http({
    method: 'GET',
    path: '/api/invitations',
    access: 'uploader',
    summary: 'List invitations',
    query: invitationsQuery,
    response: z.object({
      invitations: z.array(invitationWithShare),
      ...pageEnd,
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  /** Sends no mail. If a request is repeated, its lines are stored once. */
  addRows: http({
    method: 'PUT',
    path: '/api/invitations/imports/:importId/rows',
    access: 'uploader',
    summary: `Check rows of an import, at most ${limits.access.importCall} a call`,
    params: importParams,
    body: z.object({ rows: z.array(importRow).check(z.minLength(1), z.maxLength(limits.access.importCall)) }),
    maxBodyBytes: settingsLimits.maxBodyBytes,
    response: z.object({ rows: z.array(checkedRow) }),
    errors: ['VALIDATION_FAILED', 'IMPORT_TOO_LARGE', 'IMPORT_CONFIRMED'],
  }),
  confirmImport: http({
    method: 'POST',
    path: '/api/invitations/imports/:importId/confirm',
    access: 'uploader',
    summary: 'Create the invitations of an import, and queue their mails',
    params: importParams,
    body: importOptions,
    response: confirmedImport,
    errors: ['VALIDATION_FAILED', 'IMPORT_NOT_FOUND'],
  }),
  change: http({
    method: 'POST',
    path: '/api/invitations/actions',
    access: 'uploader',
    summary: 'Send invitations again, revoke them, or change their end',
    body: z.object({ ids: rowIds, change: invitationAction }),
    response: z.object({ changed: z.int() }),
    errors: ['VALIDATION_FAILED'],
  }),
  link: http({
    method: 'GET',
    path: '/api/invitations/:invitationId/link',
    access: 'uploader',
    summary: 'Read the link of an invitation, to send it by other means',
    params: invitationParams,
    response: z.object({ url: z.string() }),
    errors: ['INVITATION_NOT_FOUND'],
  }),
} as const;

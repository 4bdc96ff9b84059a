import * as z from 'zod/mini';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { leakCase, listedLeakCase } from './leak-case.js';
import { leakForm, leakPicture, leaksRoutes } from './leaks.routes.js';

const caseId = z.string();

/** Found copies in media-service, which knows mark ids and no people. */
export const leaksRpc = rpcGroup('media', {
  createCase: rpc({
    kind: 'command',
    pattern: 'media.leaks.create',
    input: leakForm,
    output: leakCase,
    errors: leaksRoutes.create.errors,
    deadlineMs: 30_000,
    attemptMs: 12_000,
  }),
  listCases: rpc({
    kind: 'query',
    pattern: 'media.leaks.list',
    input: z.object({}),
    output: z.object({ cases: z.array(listedLeakCase) }),
    errors: [],
  }),
  /** Scores what was read of the clip at the first call after it was read, and stores the result. */
  readCase: rpc({
    kind: 'query',
    pattern: 'media.leaks.read',
    input: z.object({ caseId }),
    output: leakCase,
    errors: leaksRoutes.read.errors,
    deadlineMs: 30_000,
    attemptMs: 12_000,
  }),
  cancelCase: rpc({
    kind: 'command',
    pattern: 'media.leaks.cancel',
    input: z.object({ caseId }),
    output: leakCase,
    errors: leaksRoutes.cancel.errors,
  }),
  setNote: rpc({
    kind: 'command',
    pattern: 'media.leaks.setNote',
    input: z.object({ caseId, note: z.string() }),
    output: leakCase,
    errors: leaksRoutes.note.errors,
  }),
  removeCase: rpc({
    kind: 'command',
    pattern: 'media.leaks.remove',
    input: z.object({ caseId }),
    output: z.object({ ok: z.literal(true) }),
    errors: leaksRoutes.remove.errors,
  }),
  readPicture: rpc({
    kind: 'query',
    pattern: 'media.leaks.picture',
    input: z.object({ caseId, which: leakPicture }),
    /** A JPEG image in base64 (RFC 4648, section 4). */
    output: z.object({ jpeg: z.string() }),
    errors: leaksRoutes.picture.errors,
  }),
});

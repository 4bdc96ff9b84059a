import * as z from 'zod/mini';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { administrator } from '../session/administrator.js';
import { settingOverrides, settingsChange, settingsHistoryEntry, settingsVersion } from './settings.js';

const storedSettings = z.object({ version: settingsVersion, overrides: settingOverrides });
export type StoredSettings = z.infer<typeof storedSettings>;

export const settingsRpc = rpcGroup('auth', {
  read: rpc({
    kind: 'query',
    pattern: 'settings.read',
    input: z.object({}),
    output: storedSettings,
    errors: [],
  }),
  change: rpc({
    kind: 'command',
    pattern: 'settings.change',
    input: z.object({
      ...settingsChange.shape,
      by: administrator,
    }),
    output: storedSettings,
    errors: ['VALIDATION_FAILED', 'SETTINGS_CHANGED'],
  }),
  /** Returns the changes before version `before`, newest first. */
  history: rpc({
    kind: 'query',
    pattern: 'settings.history',
    input: z.object({ before: z.optional(settingsVersion), limit: z.int() }),
    output: z.object({ entries: z.array(settingsHistoryEntry) }),
    errors: [],
  }),
});

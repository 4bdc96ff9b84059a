import * as z from 'zod/mini';
import { pageInput } from '../lists/page-query.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { administrator } from '../session/administrator.js';
import { alertSettings } from './alerts.js';
import {
  settingName,
  settingOverrides,
  settingsChange,
  settingsHistoryPage,
  settingsVersion,
} from './settings.js';

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
  /**
   * Copies the settings of alerts that are in effect to the outbox, where the notifier reads them. Ignored if `version`
   * is not the newest one.
   */
  keepAlertSettings: rpc({
    kind: 'command',
    pattern: 'settings.keepAlertSettings',
    input: z.object({ version: settingsVersion, settings: alertSettings }),
    output: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
  /** Returns changes, newest first. With `name`, only those of this setting. */
  history: rpc({
    kind: 'query',
    pattern: 'settings.history',
    input: z.object({ ...pageInput, name: z.optional(settingName) }),
    output: settingsHistoryPage,
    errors: ['VALIDATION_FAILED'],
  }),
});

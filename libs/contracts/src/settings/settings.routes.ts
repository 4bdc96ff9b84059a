import * as z from 'zod/mini';
import { uploadPasswordForm } from '../auth/upload-password.js';
import { http } from '../http/define-route.js';
import { pageLimit, pageQuery } from '../lists/page-query.js';
import { settingsLimits } from '../settings-limits.js';
import {
  pageSettingsChange,
  portalSettings,
  settingName,
  settingsHistoryPage,
  settingsVersion,
} from './settings.js';

/** The settings as the administrator reads them. */
export const settingsView = z.object({
  version: settingsVersion,
  /** Values in effect. */
  values: portalSettings,
  /** Values of the environment, which are in effect unless overridden. */
  defaults: portalSettings,
  /** Names of settings that an administrator changed. Omits locked settings: their default is in effect. */
  overridden: z.array(z.string()),
  /** Names of settings that cannot be changed here (`SETTINGS_LOCKED`). */
  locked: z.array(z.string()),
});
export type SettingsView = z.infer<typeof settingsView>;

export const settingsRoutes = {
  read: http({
    method: 'GET',
    path: '/api/settings',
    access: 'uploader',
    summary: 'Read the settings of the portal, their defaults, and which of them are locked',
    response: settingsView,
    errors: [],
  }),
  /** Reports an invalid value under the name of its setting, and a terms text as `termsTexts.<language>`. */
  change: http({
    method: 'PATCH',
    path: '/api/settings',
    access: 'uploader',
    summary:
      'Change settings, or return them to their defaults; a change of webhookUrl also needs the upload password',
    body: z.extend(pageSettingsChange, { password: z.optional(uploadPasswordForm.shape.password) }),
    maxBodyBytes: settingsLimits.maxBodyBytes,
    fieldsIn: 'set',
    response: settingsView,
    errors: [
      'VALIDATION_FAILED',
      'SETTINGS_CHANGED',
      'SETTING_LOCKED',
      'INVALID_PASSWORD',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  /** Sets `termsAskedAt` to the present time. */
  askTermsAgain: http({
    method: 'POST',
    path: '/api/settings/ask-terms-again',
    access: 'uploader',
    summary: 'Require every visitor to accept the terms again at the next visit',
    response: settingsView,
    errors: ['SETTINGS_CHANGED', 'SETTING_LOCKED'],
  }),
  /** Removes `termsAskedAt`. Visitors who have not accepted the terms again need not do so. */
  withdrawTermsAgain: http({
    method: 'DELETE',
    path: '/api/settings/ask-terms-again',
    access: 'uploader',
    summary: 'No longer require visitors to accept the terms again',
    response: settingsView,
    errors: ['SETTINGS_CHANGED', 'SETTING_LOCKED'],
  }),
  history: http({
    method: 'GET',
    path: '/api/settings/history',
    access: 'uploader',
    summary: 'Read the changes of the settings, newest first',
    /** `q` is a part of an earlier or later value, or of the name of an administrator. */
    query: z.object({
      ...pageQuery,
      limit: z._default(pageLimit, settingsLimits.historyPage),
      /** Only changes of this setting. */
      name: z.optional(settingName),
    }),
    response: settingsHistoryPage,
    errors: ['VALIDATION_FAILED'],
  }),
} as const;

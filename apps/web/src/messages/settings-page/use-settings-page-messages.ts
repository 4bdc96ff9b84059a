import { useMemo } from 'react';
import { type AllMessages, useUploadPageMessages } from '../upload-page/use-upload-page-messages.js';
import { enSettingsPage, type SettingsPageMessages } from './en.js';

/** The texts of the settings page with those of the whole admin area. */
export type AllSettingsMessages = AllMessages & SettingsPageMessages;

/** Returns the texts of the settings page. A translation of the admin area contains them; English loads them here. */
export function useSettingsPageMessages(): AllSettingsMessages {
  const messages = useUploadPageMessages();
  return useMemo(() => ({ ...enSettingsPage, ...messages }), [messages]);
}

import { useMemo } from 'react';
import type { Messages } from '../en.js';
import { useMessages } from '../use-messages.js';
import { enSettingsPage, type SettingsPageMessages } from './en.js';

/** The texts of the settings page with those of every page. */
export type AllSettingsMessages = Messages & SettingsPageMessages;

/** Returns the texts of the settings page in its language. A translation contains them; English loads them here. */
export function useSettingsPageMessages(): AllSettingsMessages {
  const messages = useMessages();
  return useMemo(() => ({ ...enSettingsPage, ...messages }), [messages]);
}

import { useMemo } from 'react';
import { type AllMessages, useUploadPageMessages } from '../upload-page/use-upload-page-messages.js';
import { type AccessPageMessages, enAccessPage } from './en.js';

/** The texts of the page for access with those of the whole admin area. */
export type AllAccessMessages = AllMessages & AccessPageMessages;

/** Returns the texts of the page for access. A translation of the admin area contains them; English loads them here. */
export function useAccessPageMessages(): AllAccessMessages {
  const messages = useUploadPageMessages();
  return useMemo(() => ({ ...enAccessPage, ...messages }), [messages]);
}

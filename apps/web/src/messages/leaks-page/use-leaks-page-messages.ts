import { useMemo } from 'react';
import { type AllMessages, useUploadPageMessages } from '../upload-page/use-upload-page-messages.js';
import { enLeaksPage, type LeaksPageMessages } from './en.js';

/** The texts of the page for found copies with those of the whole admin area. */
export type AllLeaksMessages = AllMessages & LeaksPageMessages;

/** Returns the texts of the page for found copies. A translation of the admin area contains them; English loads them here. */
export function useLeaksPageMessages(): AllLeaksMessages {
  const messages = useUploadPageMessages();
  return useMemo(() => ({ ...enLeaksPage, ...messages }), [messages]);
}

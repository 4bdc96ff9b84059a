import { useMemo } from 'react';
import { type AllMessages, useUploadPageMessages } from '../upload-page/use-upload-page-messages.js';
import { enLivePage, type LivePageMessages } from './en.js';

/** The texts of the live page with those of the whole admin area. */
export type AllLiveMessages = AllMessages & LivePageMessages;

/** Returns the texts of the live page. A translation of the admin area contains them; English loads them here. */
export function useLivePageMessages(): AllLiveMessages {
  const messages = useUploadPageMessages();
  return useMemo(() => ({ ...enLivePage, ...messages }), [messages]);
}

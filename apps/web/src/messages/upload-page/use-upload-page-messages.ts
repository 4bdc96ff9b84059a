import { useMemo } from 'react';
import type { Messages } from '../en.js';
import { useMessages } from '../use-messages.js';
import { enUploadPage, type UploadPageMessages } from './en.js';

/** All texts in one language. */
export type AllMessages = Messages & UploadPageMessages;

/** Returns the texts of the upload page in its language. A translation contains them; English loads them here. */
export function useUploadPageMessages(): AllMessages {
  const messages = useMessages();
  return useMemo(() => ({ ...enUploadPage, ...messages }), [messages]);
}

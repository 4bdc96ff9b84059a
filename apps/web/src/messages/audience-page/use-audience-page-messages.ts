import { useMemo } from 'react';
import { type AllMessages, useUploadPageMessages } from '../upload-page/use-upload-page-messages.js';
import { type AudiencePageMessages, enAudiencePage } from './en.js';

/** The texts of the page for the audience with those of the whole admin area. */
export type AllAudienceMessages = AllMessages & AudiencePageMessages;

/** Returns the texts of the page for the audience. A translation of the admin area contains them; English loads them here. */
export function useAudiencePageMessages(): AllAudienceMessages {
  const messages = useUploadPageMessages();
  return useMemo(() => ({ ...enAudiencePage, ...messages }), [messages]);
}

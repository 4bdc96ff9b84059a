import { fieldErrorMessages } from '@secure-preview/contracts';
import { use, useMemo } from 'react';
import type { AdminTranslation } from '../admin-translation.js';
import { en, type Messages } from '../en.js';
import { useMessages } from '../use-messages.js';
import { enUploadPage, type UploadPageMessages } from './en.js';

/** All texts in one language; those of pages that load their English texts themselves only in a translation. */
export type AllMessages = Messages &
  UploadPageMessages &
  Partial<
    Pick<AdminTranslation, 'access' | 'settings' | 'audience' | 'person' | 'engagement' | 'live' | 'leaks'>
  >;

const english: AllMessages = { ...en, ...enUploadPage, fieldErrors: fieldErrorMessages };

/** Returns the texts of the admin area: in the language of the page, or in English. Suspends while they load. */
export function useUploadPageMessages(): AllMessages {
  const messages = useMessages();
  const { adminTexts } = messages;
  const texts = adminTexts && (adminTexts.loaded ?? use(adminTexts.load()));
  return useMemo(() => (texts ? withAdminTexts(messages, texts) : english), [messages, texts]);
}

function withAdminTexts(messages: Messages, texts: AdminTranslation): AllMessages {
  return {
    ...messages,
    ...texts,
    errors: { ...messages.errors, ...texts.errors },
    fieldErrors: { ...fieldErrorMessages, ...messages.fieldErrors, ...texts.fieldErrors },
  };
}

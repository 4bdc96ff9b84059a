import { deriveCode } from '@secure-preview/service-kit/outbox';
import * as z from 'zod';
import type { MailContent, WriteContent } from '../mail-content.js';
import { ltr } from '../mail-text.js';
import { alertTextsOf } from './alert-texts/index.js';
import { imageId } from './image-id.js';
import { requiredSecret } from './required-secret.js';
import { visitorTextsOf } from './visitor-texts/index.js';

const code = z.object({
  codeId: z.uuid(),
  companyName: z.string(),
  /** `test` for the change of the gate mode. Earlier rows have none. */
  purpose: z.string().optional(),
  logoId: imageId,
});

/** Returns the texts for a visitor, or for the administrator who tests the mail. */
function textsFor(purpose: string | undefined, language: string) {
  if (purpose === 'test') {
    const { texts, language: written } = alertTextsOf(language);
    return { texts: texts.testCode, language: written };
  }
  const { texts, language: written } = visitorTextsOf(language);
  return { texts: texts.code, language: written };
}

/** Returns the mail with a code. */
export function codeContent(
  digits: string,
  { companyName, purpose, logoId }: Pick<z.output<typeof code>, 'companyName' | 'purpose' | 'logoId'>,
  language: string,
): MailContent {
  const { texts, language: written } = textsFor(purpose, language);
  return {
    subject: texts.subject(digits, companyName),
    paragraphs: [texts.intro(companyName), [{ ...ltr(digits), isLarge: true }], texts.validity, texts.ignore],
    logoId,
    companyName,
    language: written,
  };
}

/** The mail with the code that proves an e-mail address. It has no link, so that nobody learns to click on one. */
export const codeMail: WriteContent = (payload, language, context) => {
  const { codeId, ...rest } = code.parse(payload);
  return codeContent(deriveCode(requiredSecret(context), codeId), rest, language);
};

import { deriveCode } from '@secure-preview/service-kit/outbox';
import * as z from 'zod';
import type { WriteContent } from '../mail-content.js';
import { ltr } from '../mail-text.js';
import { requiredSecret } from './required-secret.js';
import { visitorTextsOf } from './visitor-texts/index.js';

const code = z.object({ codeId: z.uuid(), companyName: z.string() });

/** The mail with the code that proves an e-mail address. It has no link, so that nobody learns to click on one. */
export const codeMail: WriteContent = (payload, language, context) => {
  const { codeId, companyName } = code.parse(payload);
  const digits = deriveCode(requiredSecret(context), codeId);
  const { texts, language: written } = visitorTextsOf(language);
  return {
    subject: texts.code.subject(digits, companyName),
    paragraphs: [
      texts.code.intro(companyName),
      [{ ...ltr(digits), isLarge: true }],
      texts.code.validity,
      texts.code.ignore,
    ],
    companyName,
    language: written,
  };
};

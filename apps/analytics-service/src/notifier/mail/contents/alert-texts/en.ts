import { auto, ltr, parts } from '../../mail-text.js';
import type { AlertTexts } from './alert-texts.js';

/** English texts of the alerts. */
export const en: AlertTexts = {
  accessRequested: {
    subject: (name) => parts`${auto(name)} asks for access`,
    intro: (name, email) => parts`${auto(name)} (${ltr(email)}) asks for access to the preview.`,
    reason: 'Reason:',
    open: 'Review the request',
  },
};

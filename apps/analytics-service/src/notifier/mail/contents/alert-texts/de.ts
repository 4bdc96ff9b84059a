import { auto, ltr, parts } from '../../mail-text.js';
import type { AlertTexts } from './alert-texts.js';

/** German texts of the alerts. */
export const de: AlertTexts = {
  accessRequested: {
    subject: (name) => parts`${auto(name)} bittet um Zugang`,
    intro: (name, email) => parts`${auto(name)} (${ltr(email)}) bittet um Zugang zur Vorschau.`,
    reason: 'Grund:',
    open: 'Anfrage ansehen',
  },
};

import { auto, ltr, parts } from '../../mail-text.js';
import type { AlertTexts } from './alert-texts.js';
import { COMPLETED_PERCENT } from './completed-percent.js';
import { enEvents } from './en-events.js';

/** English texts of mails to the administrator. */
export const en: AlertTexts = {
  events: enEvents,
  open: 'Open the portal',
  digest: {
    subject: (count, company) => parts`${count === 1 ? '1 alert' : `${count} alerts`} of ${auto(company)}`,
    omitted: (count) => `And ${count} more`,
    counts: {
      firstPlay: (count) => (count === 1 ? '1 first play' : `${count} first plays`),
      finished: (count) => `${count} who watched at least ${COMPLETED_PERCENT} %`,
      flagged: (count) => (count === 1 ? '1 flag' : `${count} flags`),
      accessRequested: (count) => (count === 1 ? '1 request for access' : `${count} requests for access`),
      trailerReady: (count) => (count === 1 ? '1 trailer that is ready' : `${count} trailers that are ready`),
      trailerFailed: (count) => (count === 1 ? '1 trailer that failed' : `${count} trailers that failed`),
      uploadPassword: (count) => `${count} about the upload password`,
      storageLow: (count) => `${count} about the disk of the media worker`,
    },
  },
  accessRequested: {
    subject: (name) => parts`${auto(name)} asks for access`,
    intro: (name, email) => parts`${auto(name)} (${ltr(email)}) asks for access to the preview.`,
    reason: 'Reason:',
    open: 'Review the request',
    exampleReason: 'I review films for a magazine.',
  },
  testCode: {
    subject: (code, company) => `${code} is your test code for ${company}`,
    intro: (company) => parts`Enter this code to change who may enter the preview of ${auto(company)}:`,
    validity: 'The code is valid for 10 minutes. It also shows that mails of the portal arrive.',
    ignore: 'If you did not request it, ignore this mail. Nothing changes without the upload password.',
  },
};

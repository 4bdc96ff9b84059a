import { auto, ltr, parts } from '../../mail-text.js';
import type { AlertTexts } from './alert-texts.js';
import { deEvents } from './de-events.js';

/** German texts of mails to the administrator. */
export const de: AlertTexts = {
  events: deEvents,
  open: 'Portal öffnen',
  digest: {
    subject: (count, company) =>
      parts`${count === 1 ? '1 Hinweis' : `${count} Hinweise`} von ${auto(company)}`,
    omitted: (count) => (count === 1 ? 'Und 1 weiterer.' : `Und ${count} weitere.`),
  },
  accessRequested: {
    subject: (name) => parts`${auto(name)} bittet um Zugang`,
    intro: (name, email) => parts`${auto(name)} (${ltr(email)}) bittet um Zugang zur Vorschau.`,
    reason: 'Grund:',
    open: 'Anfrage ansehen',
    exampleReason: 'Ich bespreche Filme für eine Zeitschrift.',
  },
  testCode: {
    subject: (code, company) => `${code} ist Ihr Testcode für ${company}`,
    intro: (company) =>
      parts`Geben Sie diesen Code ein, um zu ändern, wer die Vorschau von ${auto(company)} sehen darf:`,
    validity: 'Der Code gilt 10 Minuten. Er zeigt auch, dass E-Mails des Portals ankommen.',
    ignore:
      'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne das Upload-Passwort ändert sich nichts.',
  },
};

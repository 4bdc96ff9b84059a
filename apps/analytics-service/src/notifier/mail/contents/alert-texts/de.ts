import { auto, ltr, parts } from '../../mail-text.js';
import type { AlertTexts } from './alert-texts.js';
import { COMPLETED_PERCENT } from './completed-percent.js';
import { deEvents } from './de-events.js';

/** German texts of mails to the administrator. */
export const de: AlertTexts = {
  events: deEvents,
  open: 'Portal öffnen',
  digest: {
    subject: (count, company) =>
      parts`${count === 1 ? '1 Hinweis' : `${count} Hinweise`} von ${auto(company)}`,
    omitted: (count) => (count === 1 ? 'Und 1 weiterer' : `Und ${count} weitere`),
    counts: {
      firstPlay: (count) => (count === 1 ? '1 erste Wiedergabe' : `${count} erste Wiedergaben`),
      finished: (count) => `${count}-mal mindestens ${COMPLETED_PERCENT} % gesehen`,
      flagged: (count) => (count === 1 ? '1 Auffälligkeit' : `${count} Auffälligkeiten`),
      accessRequested: (count) => (count === 1 ? '1 Bitte um Zugang' : `${count} Bitten um Zugang`),
      trailerReady: (count) => (count === 1 ? '1 bereiter Trailer' : `${count} bereite Trailer`),
      trailerFailed: (count) =>
        count === 1 ? '1 fehlgeschlagener Trailer' : `${count} fehlgeschlagene Trailer`,
      uploadPassword: (count) => `${count} zum Upload-Passwort`,
      storageLow: (count) => `${count} zur Festplatte des Media-Workers`,
    },
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

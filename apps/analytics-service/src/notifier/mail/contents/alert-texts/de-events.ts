import { auto, ltr, parts } from '../../mail-text.js';
import { COMPLETED_PERCENT } from './completed-percent.js';
import { deFlag } from './de-flags.js';
import type { AllEventTexts, EventDetails } from './event-texts.js';

const who = ({ name, email, isProved }: EventDetails) =>
  isProved ? parts`${auto(name)} (${ltr(email)})` : parts`${auto(name)} (${ltr(email)}, angegeben)`;
const block = ({ isBlocking, isProved }: EventDetails) => {
  if (!isBlocking) return '';
  return isProved ? ' Das Portal sperrt diese Person.' : ' Das Portal beendet diesen Besuch.';
};
const percent = (value: number) => ltr(`${value} %`);

/** German texts of alerts, by kind. */
export const deEvents: AllEventTexts = {
  firstPlay: {
    subject: ({ name }) => parts`${auto(name)} sieht die Vorschau`,
    sentence: (details) => parts`${who(details)} spielt die Vorschau zum ersten Mal ab.`,
  },
  finished: {
    subject: ({ name }) => parts`${auto(name)} hat die Vorschau gesehen`,
    sentence: (details) =>
      parts`${who(details)} hat mindestens ${percent(COMPLETED_PERCENT)} der Vorschau gesehen.`,
  },
  flagged: {
    subject: ({ name }) => parts`Ein Besuch von ${auto(name)} ist auffällig`,
    sentence: (details) =>
      parts`Ein Besuch von ${who(details)} ist auffällig. ${deFlag(details.facts)}${block(details)}`,
  },
  accessRequested: {
    subject: ({ name }) => parts`${auto(name)} bittet um Zugang`,
    sentence: ({ name, email }) => parts`${auto(name)} (${ltr(email)}) bittet um Zugang zur Vorschau.`,
  },
  trailerReady: {
    subject: ({ title }) => parts`${auto(title)} ist bereit`,
    sentence: ({ title }) => parts`Der Trailer ${auto(title)} kann angesehen werden.`,
  },
  trailerFailed: {
    subject: ({ title }) => parts`${auto(title)} ist fehlgeschlagen`,
    sentence: ({ title }) =>
      parts`Der Trailer ${auto(title)} konnte nicht verarbeitet werden. Die Upload-Seite nennt den Grund.`,
  },
  uploadPassword: {
    subject: ({ cause }) =>
      cause === 'changed'
        ? 'Das Upload-Passwort wurde geändert'
        : 'Falsche Upload-Passwörter wurden eingegeben',
    sentence: ({ cause, tries, address }) =>
      cause === 'changed'
        ? 'Das Upload-Passwort wurde geändert. Wenn Sie das nicht erwartet haben, wenden Sie sich an den Betreiber des Portals.'
        : parts`Ein falsches Upload-Passwort wurde ${String(tries)} Mal eingegeben, zuletzt von ${ltr(address)}.`,
  },
  storageLow: {
    subject: () => 'Die Festplatte des Media-Workers ist fast voll',
    sentence: (details) =>
      parts`Die Festplatte, auf der der Media-Worker Videos verarbeitet, ist zu ${percent(details.percent)} voll. Die Verarbeitung neuer Uploads kann bald fehlschlagen.`,
  },
};

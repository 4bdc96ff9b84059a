import { auto, ltr, parts } from '../../mail-text.js';
import { COMPLETED_PERCENT } from './completed-percent.js';
import { enFlag } from './en-flags.js';
import type { AllEventTexts, EventDetails } from './event-texts.js';

const who = ({ name, email, isProved }: EventDetails) =>
  isProved ? parts`${auto(name)} (${ltr(email)})` : parts`${auto(name)} (${ltr(email)}, claimed)`;
const block = ({ isBlocking, isProved }: EventDetails) => {
  if (!isBlocking) return '';
  return isProved ? ' The portal blocks this person.' : ' The portal ends this visit.';
};
const percent = (value: number) => ltr(`${value} %`);

/** English texts of alerts, by kind. */
export const enEvents: AllEventTexts = {
  firstPlay: {
    subject: ({ name }) => parts`${auto(name)} plays the preview`,
    sentence: (details) => parts`${who(details)} plays the preview for the first time.`,
  },
  finished: {
    subject: ({ name }) => parts`${auto(name)} watched the preview`,
    sentence: (details) =>
      parts`${who(details)} watched at least ${percent(COMPLETED_PERCENT)} of the preview.`,
  },
  flagged: {
    subject: ({ name }) => parts`A visit of ${auto(name)} is flagged`,
    sentence: (details) =>
      parts`A visit of ${who(details)} is flagged. ${enFlag(details.facts)}${block(details)}`,
  },
  accessRequested: {
    subject: ({ name }) => parts`${auto(name)} asks for access`,
    sentence: ({ name, email }) => parts`${auto(name)} (${ltr(email)}) asks for access to the preview.`,
  },
  trailerReady: {
    subject: ({ title }) => parts`${auto(title)} is ready`,
    sentence: ({ title }) => parts`The trailer ${auto(title)} can be watched.`,
  },
  trailerFailed: {
    subject: ({ title }) => parts`${auto(title)} failed`,
    sentence: ({ title }) =>
      parts`The trailer ${auto(title)} could not be processed. The upload page says why.`,
  },
  uploadPassword: {
    subject: ({ cause }) =>
      cause === 'changed' ? 'The upload password was changed' : 'Wrong upload passwords were entered',
    sentence: ({ cause, tries, address }) =>
      cause === 'changed'
        ? 'The upload password was changed. If you did not expect this, tell the operator of the portal.'
        : parts`A wrong upload password was entered ${String(tries)} times, last from ${ltr(address)}.`,
  },
  storageLow: {
    subject: () => 'The disk of the media worker is nearly full',
    sentence: (details) =>
      parts`The disk on which the media worker processes videos is ${percent(details.percent)} full. New uploads may soon fail to be processed.`,
  },
};

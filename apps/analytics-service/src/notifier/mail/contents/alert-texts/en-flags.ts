import { type FlagFacts, formatTime } from '@secure-preview/contracts';
import { ltr, type MailText, parts } from '../../mail-text.js';

const time = (seconds: number) => ltr(formatTime(seconds));

/** Returns an English sentence that says what was seen. */
export function enFlag(facts: FlagFacts | undefined): MailText {
  switch (facts?.kind) {
    case 'copying':
      return parts`${time(facts.deliveredSeconds)} of the film were delivered within ${time(facts.elapsedSeconds)}.`;
    case 'noPlayer':
      return parts`${time(facts.deliveredSeconds)} of the film were delivered, but no player has reported.`;
    case 'twoNetworks':
      return parts`The networks ${ltr(facts.networks[0])} and ${ltr(facts.networks[1])} used one session in turn. A phone at the edge of a Wi-Fi can cause this.`;
    case 'manySessions':
      return `${facts.sessions} sessions of this person played at once.`;
    case 'watermark':
      return `The watermark was removed or covered ${facts.times} times.`;
    default:
      return '';
  }
}

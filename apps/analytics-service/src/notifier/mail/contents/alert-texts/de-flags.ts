import { type FlagFacts, formatTime } from '@secure-preview/contracts';
import { ltr, type MailText, parts } from '../../mail-text.js';

const time = (seconds: number) => ltr(formatTime(seconds));

/** Returns a German sentence that says what was seen. */
export function deFlag(facts: FlagFacts | undefined): MailText {
  switch (facts?.kind) {
    case 'copying':
      return parts`${time(facts.deliveredSeconds)} des Films wurden innerhalb von ${time(facts.elapsedSeconds)} ausgeliefert.`;
    case 'noPlayer':
      return parts`${time(facts.deliveredSeconds)} des Films wurden ausgeliefert, aber kein Player hat sich gemeldet.`;
    case 'twoNetworks':
      return parts`Die Netze ${ltr(facts.networks[0])} und ${ltr(facts.networks[1])} nutzten abwechselnd eine Sitzung. Ein Telefon am Rand eines WLANs kann das verursachen.`;
    case 'manySessions':
      return `${facts.sessions} Sitzungen dieser Person spielten gleichzeitig.`;
    case 'watermark':
      return `Das Wasserzeichen wurde ${facts.times} Mal entfernt oder verdeckt.`;
    default:
      return '';
  }
}

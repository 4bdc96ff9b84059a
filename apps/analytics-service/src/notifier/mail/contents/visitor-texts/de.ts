import { auto, parts } from '../../mail-text.js';
import { dateText, type MailInstant, timeText } from './instant.js';
import type { VisitorTexts } from './visitor-texts.js';

const instant = (value: MailInstant) => parts`${dateText(value, 'de')} um ${timeText(value, 'de', ' Uhr')}`;

/** German texts of the mails to visitors. */
export const de: VisitorTexts = {
  code: {
    subject: (code, company) => parts`${code} ist Ihr Code für ${auto(company)}`,
    intro: (company) => parts`Geben Sie diesen Code ein, um die Vorschau von ${auto(company)} anzusehen:`,
    validity: 'Der Code gilt 10 Minuten.',
    ignore: 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
  },
  invitation: {
    subject: (company) => parts`Einladung zu einer Vorschau von ${auto(company)}`,
    greeting: (name) => parts`Guten Tag ${auto(name)},`,
    greetingWithoutName: 'Guten Tag,',
    intro: (company) => parts`${auto(company)} lädt Sie zu einer privaten Vorschau ein.`,
    window: (start, end) =>
      parts`Sie können die Vorschau vom ${instant(start)} bis zum ${instant(end)} ansehen.`,
    opens: (start) => parts`Sie können die Vorschau ab dem ${instant(start)} ansehen.`,
    closes: (end) => parts`Sie können die Vorschau bis zum ${instant(end)} ansehen.`,
    personal: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
    open: 'Vorschau öffnen',
  },
};

import { auto, parts } from '../../mail-text.js';
import { dateText, type MailInstant, timeText } from './instant.js';
import type { VisitorTexts } from './visitor-texts.js';

const instant = (value: MailInstant) => parts`${dateText(value, 'fr')} à ${timeText(value, 'fr')}`;

/** French texts of the mails to visitors. */
export const fr: VisitorTexts = {
  code: {
    subject: (code, company) => parts`${code} est votre code pour ${auto(company)}`,
    intro: (company) => parts`Saisissez ce code pour regarder l’avant-première de ${auto(company)} :`,
    validity: 'Le code est valable 10 minutes.',
    ignore: 'Si vous ne l’avez pas demandé, ignorez cet e-mail.',
  },
  invitation: {
    subject: (company) => parts`Invitation à une avant-première de ${auto(company)}`,
    greeting: (name) => parts`Bonjour ${auto(name)},`,
    greetingWithoutName: 'Bonjour,',
    intro: (company) => parts`${auto(company)} vous invite à une avant-première privée.`,
    window: (start, end) =>
      parts`Vous pouvez regarder l’avant-première du ${instant(start)} au ${instant(end)}.`,
    opens: (start) => parts`Vous pouvez regarder l’avant-première à partir du ${instant(start)}.`,
    closes: (end) => parts`Vous pouvez regarder l’avant-première jusqu’au ${instant(end)}.`,
    personal: 'Ce lien est personnel. Merci de ne pas le transférer.',
    open: 'Ouvrir l’avant-première',
  },
};

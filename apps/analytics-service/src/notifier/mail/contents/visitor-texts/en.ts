import { auto, parts } from '../../mail-text.js';
import { dateText, type MailInstant, timeText } from './instant.js';
import type { VisitorTexts } from './visitor-texts.js';

const instant = (value: MailInstant) => parts`${dateText(value, 'en')} at ${timeText(value, 'en')}`;

/** English texts of the mails to visitors. */
export const en: VisitorTexts = {
  code: {
    subject: (code, company) => parts`${code} is your code for ${auto(company)}`,
    intro: (company) => parts`Enter this code to watch the preview of ${auto(company)}:`,
    validity: 'The code is valid for 10 minutes.',
    ignore: 'If you did not request it, ignore this mail.',
  },
  invitation: {
    subject: (company) => parts`Invitation to a preview by ${auto(company)}`,
    greeting: (name) => parts`Hello ${auto(name)},`,
    greetingWithoutName: 'Hello,',
    intro: (company) => parts`${auto(company)} invites you to watch a private preview.`,
    window: (start, end) => parts`You can watch the preview from ${instant(start)} to ${instant(end)}.`,
    opens: (start) => parts`You can watch the preview from ${instant(start)}.`,
    closes: (end) => parts`You can watch the preview until ${instant(end)}.`,
    personal: 'This link is personal. Please do not forward it.',
    open: 'Open the preview',
  },
};

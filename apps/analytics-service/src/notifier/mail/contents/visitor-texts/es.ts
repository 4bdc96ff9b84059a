import { auto, parts } from '../../mail-text.js';
import { dateText, type MailInstant, timeText } from './instant.js';
import type { VisitorTexts } from './visitor-texts.js';

const instant = (value: MailInstant) => parts`${dateText(value, 'es')} a las ${timeText(value, 'es')}`;

/** Spanish texts of the mails to visitors. */
export const es: VisitorTexts = {
  code: {
    subject: (code, company) => parts`${code} es su código para ${auto(company)}`,
    intro: (company) => parts`Introduzca este código para ver el preestreno de ${auto(company)}:`,
    validity: 'El código es válido durante 10 minutos.',
    ignore: 'Si no lo ha solicitado, ignore este correo.',
  },
  invitation: {
    subject: (company) => parts`Invitación a un preestreno de ${auto(company)}`,
    greeting: (name) => parts`Hola, ${auto(name)}:`,
    greetingWithoutName: 'Hola:',
    intro: (company) => parts`${auto(company)} le invita a ver un preestreno privado.`,
    window: (start, end) =>
      parts`Puede ver el preestreno desde el ${instant(start)} hasta el ${instant(end)}.`,
    opens: (start) => parts`Puede ver el preestreno a partir del ${instant(start)}.`,
    closes: (end) => parts`Puede ver el preestreno hasta el ${instant(end)}.`,
    personal: 'Este enlace es personal. Le rogamos que no lo reenvíe.',
    open: 'Abrir el preestreno',
  },
};

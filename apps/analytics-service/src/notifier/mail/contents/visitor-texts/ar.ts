import { auto, parts } from '../../mail-text.js';
import { dateText, type MailInstant, timeText } from './instant.js';
import type { VisitorTexts } from './visitor-texts.js';

const instant = (value: MailInstant) =>
  parts`${dateText(value, 'ar-u-nu-latn')} الساعة ${timeText(value, 'ar-u-nu-latn')}`;

/** Arabic texts of the mails to visitors. */
export const ar: VisitorTexts = {
  code: {
    subject: (code, company) => parts`${code} هو رمزكم لدى ${auto(company)}`,
    intro: (company) => parts`أدخلوا هذا الرمز لمشاهدة العرض المسبق من ${auto(company)}:`,
    validity: 'الرمز صالح لمدة 10 دقائق.',
    ignore: 'إذا لم تطلبوا هذا الرمز، فيُرجى تجاهل هذه الرسالة.',
  },
  invitation: {
    subject: (company) => parts`دعوة إلى عرض مسبق من ${auto(company)}`,
    greeting: (name) => parts`مرحبًا ${auto(name)}،`,
    greetingWithoutName: 'مرحبًا،',
    intro: (company) => parts`تدعوكم ${auto(company)} إلى مشاهدة عرض مسبق خاص.`,
    window: (start, end) => parts`يمكنكم المشاهدة من ${instant(start)} إلى ${instant(end)}.`,
    opens: (start) => parts`يمكنكم المشاهدة ابتداءً من ${instant(start)}.`,
    closes: (end) => parts`يمكنكم المشاهدة حتى ${instant(end)}.`,
    personal: 'هذا الرابط شخصي. يُرجى عدم إعادة إرساله.',
    open: 'فتح العرض المسبق',
  },
};

import { auto, parts } from '../../mail-text.js';
import { dateText, type MailInstant, timeText } from './instant.js';
import type { VisitorTexts } from './visitor-texts.js';

const instant = (value: MailInstant) => parts`${dateText(value, 'zh-Hans')} ${timeText(value, 'zh-Hans')}`;

/** Chinese texts of the mails to visitors. */
export const zhHans: VisitorTexts = {
  code: {
    subject: (code, company) => parts`${code} 是您在 ${auto(company)} 的验证码`,
    intro: (company) => parts`请输入以下验证码，观看 ${auto(company)} 的预览影片：`,
    validity: '验证码在 10 分钟内有效。',
    ignore: '如果您没有请求验证码，请忽略此邮件。',
  },
  invitation: {
    subject: (company) => parts`${auto(company)} 邀请您观看预览影片`,
    greeting: (name) => parts`${auto(name)}，您好：`,
    greetingWithoutName: '您好：',
    intro: (company) => parts`${auto(company)} 邀请您观看非公开的预览影片。`,
    window: (start, end) => parts`观看时间：${instant(start)} 至 ${instant(end)}。`,
    opens: (start) => parts`观看时间：${instant(start)} 起。`,
    closes: (end) => parts`观看时间：${instant(end)} 止。`,
    personal: '此链接仅供您本人使用，请勿转发。',
    open: '打开预览',
  },
};

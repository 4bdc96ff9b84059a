import type { MailContent, MailContext } from './mail-content.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

/** Returns the plain text of a mail. */
export function mailText({ paragraphs, link }: MailContent, { companyName }: MailContext): string {
  const linkLines = link === undefined ? [] : [`${link.label}: ${link.url}`];
  return `${[...paragraphs, ...linkLines, companyName].join('\n\n')}\n`;
}

const BUTTON =
  'display:inline-block;padding:12px 20px;background:#4f46e5;color:#ffffff;border-radius:6px;text-decoration:none';

/** Returns the HTML of a mail. Names and messages in it are text, never markup. */
export function mailHtml(content: MailContent, language: string, { companyName }: MailContext): string {
  const { subject, paragraphs, link } = content;
  const direction = /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr';
  const body = paragraphs.map((text) => `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`).join('\n');
  const button =
    link === undefined
      ? ''
      : `<p><a href="${escaped(link.url)}" style="${BUTTON}">${escaped(link.label)}</a></p>\n`;
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1f2937;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto">
${body}
${button}<p style="color:#6b7280">${escaped(companyName)}</p>
</div>
</body>
</html>
`;
}

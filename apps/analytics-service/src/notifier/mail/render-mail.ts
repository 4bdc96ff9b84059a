import { isolated, isVisitorLanguage, languageDetails } from '@secure-preview/contracts';
import type { MailContent } from './mail-content.js';
import type { ShownImages } from './mail-images.js';
import type { IsolatedText, MailText } from './mail-text.js';
import { imagesHtml } from './render-images.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

const directionOf = (language: string) =>
  isVisitorLanguage(language) ? languageDetails[language].direction : 'ltr';

/** What both parts of a mail need besides its content. */
export interface MailFrame {
  readonly companyName: string;
  readonly language: string;
  readonly images?: ShownImages;
  /** Whether the link of the HTML leads nowhere. */
  readonly isPreview?: boolean;
}

/** Left-to-right isolate of Unicode (UAX 9), and its end. */
const [LRI, PDI] = ['\u2066', '\u2069'];

/** Returns a paragraph as text. A part alone in its paragraph needs no isolates, which would be copied with a code. */
function plainText(paragraph: MailText, language: string): string {
  if (typeof paragraph === 'string') return paragraph;
  const direction = directionOf(language);
  return paragraph
    .map((part) => {
      if (typeof part === 'string') return part;
      if (paragraph.length === 1) return part.text;
      // Times and codes have no letters, but are reordered all the same.
      if (direction === 'rtl' && part.direction === 'ltr') return `${LRI}${part.text}${PDI}`;
      return isolated(part.text, direction);
    })
    .join('');
}

/** Returns the subject of a mail. */
export const mailSubject = ({ subject }: MailContent, { language }: MailFrame): string =>
  plainText(subject, language);

/** Returns the plain text of a mail. */
export function mailText({ paragraphs, link }: MailContent, { companyName, language }: MailFrame): string {
  const texts = paragraphs.map((paragraph) => plainText(paragraph, language));
  const linkLines = link === undefined ? [] : [`${link.label}:\n${link.url}`];
  return `${[...texts, ...linkLines, companyName].join('\n\n')}\n`;
}

const LARGE = 'font-size:28px;font-weight:bold;letter-spacing:4px';

function isolatedHtml({ text, direction, isLarge }: IsolatedText): string {
  const html = escaped(text).replaceAll('\n', '<br>');
  if (direction === 'auto') return `<bdi>${html}</bdi>`;
  return `<span dir="ltr"${isLarge ? ` style="${LARGE}"` : ''}>${html}</span>`;
}

const paragraphHtml = (paragraph: MailText) =>
  (typeof paragraph === 'string' ? [paragraph] : paragraph)
    .map((part) => (typeof part === 'string' ? escaped(part).replaceAll('\n', '<br>') : isolatedHtml(part)))
    .join('');

/** Colours of the primary button of the pages. */
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#efbf73;color:#08080d;border-radius:6px;text-decoration:none';

/** Returns the HTML of a mail. Names and messages in it are text, never markup. */
export function mailHtml(content: MailContent, frame: MailFrame): string {
  const { paragraphs, link } = content;
  const { companyName, language, images = {}, isPreview } = frame;
  const body = paragraphs.map((paragraph) => `<p>${paragraphHtml(paragraph)}</p>`).join('\n');
  const button =
    link === undefined
      ? ''
      : `<p><a${isPreview ? '' : ` href="${escaped(link.url)}"`} style="${BUTTON}">${escaped(link.label)}</a></p>\n`;
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(mailSubject(content, frame))}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1f2937;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto">
${imagesHtml(images, escaped(companyName))}${body}
${button}<p style="color:#6b7280"><bdi>${escaped(companyName)}</bdi></p>
</div>
</body>
</html>
`;
}

import sanitizeHtml from 'sanitize-html';

/** What a description may contain (docs/product.md#objects-and-trailers). */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: ['div', 'br', 'p', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedClasses: { div: ['text-left', 'text-center', 'text-right'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
  transformTags: {
    b: 'strong',
    i: 'em',
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href ? { href } : {}), rel: 'noopener noreferrer', target: '_blank' },
    }),
  },
};

/** Characters that Postgres cannot store as text. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** Returns whether markup contains visible text. */
function hasText(markup: string): boolean {
  const text = sanitizeHtml(markup, { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&nbsp;|[\s\u200B\u00A0]/g, '') !== '';
}

/** Reduces markup to the allow-list; null when no text is left. */
export function sanitiseDescription(markup: string): string | null {
  const clean = sanitizeHtml(markup.replace(UNSTORABLE, ''), RULES).trim();
  return hasText(clean) ? clean : null;
}

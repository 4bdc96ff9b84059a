/** Tags that a description may contain (docs/product.md#objects-and-trailers). */
export const ALLOWED_DESCRIPTION_TAGS = [
  'div',
  'br',
  'p',
  'strong',
  'em',
  'u',
  'a',
  'ul',
  'ol',
  'li',
] as const;

/** Replaces newlines with `<br>`, unless the description contains a `div` (docs/product.md#trailer-page). */
export function descriptionMarkup(description: string): string {
  return /<div[\s>]/i.test(description) ? description : description.replace(/\r\n|\r|\n/g, '<br>');
}

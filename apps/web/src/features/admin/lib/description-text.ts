/** Alignment of a description, stored as the class `text-…` of its wrapper (docs/product.md#upload-page). */
export type Alignment = 'left' | 'center' | 'right';
export const alignments: readonly Alignment[] = ['left', 'center', 'right'];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const BLOCKS = 'div, p, li, ul, ol';

/**
 * Converts plain text to a stored description: a wrapper with the alignment class, line breaks as `<br>`, the rest
 * escaped.
 */
export function toDescription(text: string, alignment: Alignment): string {
  const escaped = text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  return `<div class="text-${alignment}">${escaped.replace(/\r\n|\r|\n/g, '<br>')}</div>`;
}

/** Returns the text and the alignment of a stored description; the default alignment is left. */
export function fromDescription(description: string): { text: string; alignment: Alignment } {
  const { body } = new DOMParser().parseFromString(description, 'text/html');
  const alignment = alignments.find((name) => body.querySelector(`.text-${name}`)) ?? 'left';
  for (const br of body.querySelectorAll('br')) br.replaceWith('\n');
  // Consecutive blocks are separate lines.
  for (const block of body.querySelectorAll(BLOCKS)) {
    if (block.previousSibling) block.before('\n');
    const next = block.nextSibling;
    if (next && !(next instanceof Element && next.matches(BLOCKS))) block.after('\n');
  }
  return { text: body.textContent ?? '', alignment };
}

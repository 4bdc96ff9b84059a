import DOMPurify from 'dompurify';
import { ALLOWED_DESCRIPTION_TAGS, descriptionMarkup } from './description-markup.js';

/** Returns a stored description as sanitised HTML. */
export function safeDescriptionHtml(description: string): string {
  return DOMPurify.sanitize(descriptionMarkup(description), {
    ALLOWED_TAGS: [...ALLOWED_DESCRIPTION_TAGS],
    ALLOWED_ATTR: ['class', 'href', 'rel', 'target'],
    ALLOWED_URI_REGEXP: /^(https?|mailto):/i,
  });
}

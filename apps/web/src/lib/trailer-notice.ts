import {
  type createdTrailer,
  fillIn,
  type ListedTrailer,
  type TrailerNotice,
  type TrailerNoticeCode,
} from '@secure-preview/contracts';
import type * as z from 'zod/mini';
import type { Messages } from '../messages/en.js';

type Catalogue = Pick<Messages, 'errors' | 'notices'>;
type TrailerWithWarnings = Pick<ListedTrailer | z.infer<typeof createdTrailer>, 'warning' | 'warnings'>;

const findSentence = (sentences: Partial<Record<string, string>>, code: unknown): string | undefined =>
  typeof code === 'string' && Object.hasOwn(sentences, code) ? sentences[code] : undefined;

/** Returns the sentence of the catalogue for a notice; undefined if the catalogue has none. */
function noticeText({ code, params }: TrailerNotice, { errors, notices }: Catalogue): string | undefined {
  const sentence = findSentence(notices, code as TrailerNoticeCode);
  const reason = findSentence(errors, params['reason']);
  return (
    sentence &&
    fillIn(sentence, reason === undefined ? params : { ...params, reason: fillIn(reason, params) })
  );
}

/** Returns why a trailer failed, in the server's words if the catalogue has no sentence for the code. */
export function failureText(
  { failure, failureNotice }: Pick<ListedTrailer, 'failure' | 'failureNotice'>,
  catalogue: Catalogue,
): string | null {
  return (failureNotice && noticeText(failureNotice, catalogue)) ?? failure;
}

/** Returns the warnings of a trailer, in the server's words if the catalogue lacks one of the sentences. */
export function warningText({ warning, warnings }: TrailerWithWarnings, catalogue: Catalogue): string | null {
  const sentences = (warnings ?? []).map((notice) => noticeText(notice, catalogue));
  const isComplete = sentences.length > 0 && sentences.every((sentence) => sentence !== undefined);
  return isComplete ? sentences.join(' ') : (warning ?? null);
}

import * as z from 'zod/mini';
import { DESCRIPTION_DRAFT_KEY, TITLE_DRAFT_KEY } from '../constants.js';
import { sessionMemory } from './session-memory.js';

const descriptionDraft = z.object({
  text: z.optional(z.string()),
  alignment: z.optional(z.enum(['left', 'center', 'right'])),
});
/** What was changed of a description; a part that was not changed is absent. */
export type DescriptionDraft = z.infer<typeof descriptionDraft>;

/** What was typed on the upload page in this tab and is not saved yet. Passwords are never kept. */
export const uploadDrafts = {
  title: sessionMemory(TITLE_DRAFT_KEY, z.string()),
  description: sessionMemory(DESCRIPTION_DRAFT_KEY, descriptionDraft),
  exist(): boolean {
    return this.title.read() !== undefined || this.description.read() !== undefined;
  },
  forget(): void {
    this.title.forget();
    this.description.forget();
  },
};

import * as z from 'zod/mini';
import { DESCRIPTION_DRAFT_KEY, TITLE_DRAFT_KEY } from '../constants.js';
import { sessionMemory } from './session-memory.js';

const descriptionDraft = z.object({
  text: z.exactOptional(z.string()),
  alignment: z.exactOptional(z.enum(['left', 'center', 'right'])),
});
/** Changes to a description; unchanged parts are absent. */
export type DescriptionDraft = z.infer<typeof descriptionDraft>;

/** Unsaved input on the upload page in this tab. Passwords are never stored. */
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

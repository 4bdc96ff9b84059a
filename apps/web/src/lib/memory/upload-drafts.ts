import * as z from 'zod/mini';
import { DESCRIPTION_DRAFT_KEY, SETTINGS_DRAFT_KEY, TITLE_DRAFT_KEY } from '../constants.js';
import { sessionMemory } from './session-memory.js';

const descriptionDraft = z.object({
  text: z.exactOptional(z.string()),
  alignment: z.exactOptional(z.enum(['left', 'center', 'right'])),
});
/** Changes to a description; unchanged parts are absent. */
export type DescriptionDraft = z.infer<typeof descriptionDraft>;

const drafts = ['title', 'description', 'settings'] as const;

/** Unsaved input in the admin area in this tab. Passwords are never stored. */
export const uploadDrafts = {
  title: sessionMemory(TITLE_DRAFT_KEY, z.string()),
  description: sessionMemory(DESCRIPTION_DRAFT_KEY, descriptionDraft),
  /** Parsed by the settings page, which is loaded later. */
  settings: sessionMemory(SETTINGS_DRAFT_KEY, z.record(z.string(), z.unknown())),
  exist(): boolean {
    return drafts.some((draft) => this[draft].read() !== undefined);
  },
  forget(): void {
    for (const draft of drafts) this[draft].forget();
  },
};

import { EXIT_KEY, PENDING_POSTER_DETAILS_KEY } from '../constants.js';
import { rememberedCodeRequest } from './code-request.js';
import { rememberedGateFields } from './gate-fields.js';
import { forgetPlaybackPositions } from './playback-positions.js';
import { uploadDrafts } from './upload-drafts.js';

/** Deletes everything that this browser stores about a visitor, in every tab. */
export function forgetVisitor(): void {
  forgetInThisTab();
  try {
    // Keeps the URL of the pending poster, but not its name and picture, which are confidential.
    localStorage.removeItem(PENDING_POSTER_DETAILS_KEY);
    // Notifies other tabs, where a player could save its position again.
    localStorage.setItem(EXIT_KEY, '1');
    localStorage.removeItem(EXIT_KEY);
  } catch {
    // Storage is unavailable or full: other tabs detect the end of the session themselves.
  }
}

function forgetInThisTab(): void {
  forgetPlaybackPositions();
  rememberedGateFields.forget();
  rememberedCodeRequest.forget();
  uploadDrafts.forget();
}

addEventListener('storage', ({ key }) => {
  if (key === EXIT_KEY) forgetInThisTab();
});

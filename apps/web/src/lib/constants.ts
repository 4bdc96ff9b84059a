/**
 * Limits that only the browser needs. Parts that are loaded on demand have their own limits. Limits shared with the
 * server are in the contracts.
 */

/** Delay between a success on the upload page and the preview, in milliseconds (docs/product.md#upload-page). */
export const REDIRECT_DELAY_MS = 1500;

/** Toasts (docs/product.md#messages). */
export const toastLimits = {
  /** Toasts on screen at once. */
  atOnce: 1,
  /** Milliseconds that a toast is shown. */
  displayMs: 5000,
  /** Milliseconds until a dismissed toast is removed. */
  removalMs: 1_000_000,
  swipeDirection: 'right',
  /** CSS pixels. */
  swipeThreshold: 50,
  hotkey: 'F8',
  /** CSS pixels, on medium screens and up. */
  maxWidth: 420,
} as const;

/** Milliseconds between polls of a trailer that is being processed. */
export const PROCESSING_POLL_MS = 2000;

/** Storage key of the chosen language of the pages. */
export const LANGUAGE_KEY = 'language';

/** Storage key of the chosen caption language. */
export const CAPTIONS_KEY = 'captions';

/** Storage key of playback positions. */
export const POSITIONS_KEY = 'playbackPositions';

/** Storage key that is written and removed on exit to notify other tabs. */
export const EXIT_KEY = 'exit';

/** Storage key of the gate's input. */
export const GATE_FIELDS_KEY = 'gateFields';

/** Storage key of the requested code that the visitor has not entered yet. */
export const CODE_REQUEST_KEY = 'codeRequest';

/** Storage keys of unsaved input in the admin area. */
export const TITLE_DRAFT_KEY = 'titleDraft';
export const DESCRIPTION_DRAFT_KEY = 'descriptionDraft';
export const SETTINGS_DRAFT_KEY = 'settingsDraft';

/** Limits of resumed playback. */
export const resumeLimits = {
  /** Seconds after the start, and before the end, within which playback restarts at the beginning. */
  startSeconds: 3,
  endSeconds: 5,
  /** Maximum number of positions; the oldest are dropped. */
  positions: 50,
} as const;

/** Storage key of the poster for the next trailer (docs/product.md#upload-page). */
export const PENDING_POSTER_KEY = 'pendingPosterURL';

/** Storage key of the name and thumbnail of that poster. */
export const PENDING_POSTER_DETAILS_KEY = 'pendingPosterDetails';

/** Limits that only the browser needs; those shared with the server are in the contracts' limits. */

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

/** Tooltips, in milliseconds (docs/product.md#pages). */
export const tooltipDelays = { openMs: 700, skipMs: 300 } as const;

/** Player (docs/product.md#playback). */
export const playerLimits = {
  slider: { min: 0, max: 100, step: 0.1 },
  /** Seconds by which an arrow key changes the position. */
  arrowSeconds: 5,
  /** Share of full volume by which an arrow key changes the volume. */
  arrowVolume: 0.1,
  /** Milliseconds between progress reports during playback. */
  progressEveryMs: 10_000,
  /** Retries for a segment that failed to load; the delay doubles. */
  segmentRetry: { maxNumRetry: 4, retryDelayMs: 500, maxRetryDelayMs: 4000 },
  /** Assumed bandwidth before the first measurement, in bits per second. */
  startBitsPerSecond: { min: 500_000, max: 5_000_000, unknown: 3_000_000 },
  /** Milliseconds after the last movement until the control bar hides during playback. */
  hideControlsAfterMs: 2500,
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

/** Storage key of the code that the gate waits for. */
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

/** Upload library (docs/product.md#upload-dialog). */
export const uploadLimits = {
  files: 1,
  /** Concurrent requests. */
  concurrency: 6,
  /** Milliseconds before each automatic retry. */
  retryDelaysMs: [0, 1000, 3000, 5000],
  /** Display time of a message in milliseconds. */
  infoMs: 5000,
  /** CSS pixels. */
  thumbnailWidth: 200,
  thumbnailType: 'image/jpeg',
  /** CSS pixels of the dialog if the window is large enough. */
  dialog: { width: 750, height: 550 },
  videoTypes: ['video/*', '.mp4', '.mov', '.avi', '.mkv'],
  posterTypes: ['image/*', '.png', '.jpg', '.jpeg', '.webp'],
  /** Types that the file picker offers for a poster: only those that the server accepts. */
  posterPicker: 'image/png,image/jpeg,image/webp,.png,.jpg,.jpeg,.webp',
} as const;

/** Background (docs/product.md#pages). */
export const skyLimits = {
  stars: 5000,
  /** Milliseconds between shooting stars. */
  shootingStarEveryMs: { min: 3750, max: 10_000 },
  /** Lifetime of a shooting star in milliseconds. */
  shootingStarLifeMs: { min: 2000, max: 3000 },
} as const;

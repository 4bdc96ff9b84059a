/** Numbers of the product that only the browser needs; those that the server shares are in the contracts' limits. */

/** Milliseconds between a success on the upload page and going to the preview (docs/product.md). */
export const REDIRECT_DELAY_MS = 1500;

/** Toasts (docs/product.md). */
export const toastLimits = {
  /** Toasts on screen at once. */
  atOnce: 1,
  /** Milliseconds that a toast is shown. */
  displayMs: 5000,
  /** Milliseconds until a dismissed toast is forgotten. */
  removalMs: 1_000_000,
  swipeDirection: 'right',
  /** CSS pixels. */
  swipeThreshold: 50,
  hotkey: 'F8',
  /** CSS pixels, on medium screens and up. */
  maxWidth: 420,
} as const;

/** Tooltips, in milliseconds (docs/product.md). */
export const tooltipDelays = { openMs: 700, skipMs: 300 } as const;

/** Player (docs/product.md#playback). */
export const playerLimits = {
  slider: { min: 0, max: 100, step: 0.1 },
  /** Seconds that an arrow key moves. */
  arrowSeconds: 5,
  /** Share of full volume that an arrow key moves. */
  arrowVolume: 0.1,
  /** Milliseconds between progress reports while playing. */
  progressEveryMs: 10_000,
  /** How often a piece of the film that did not arrive is asked for again; the delay doubles. */
  segmentRetry: { maxNumRetry: 4, retryDelayMs: 500, maxRetryDelayMs: 4000 },
  /** Bits a second that the line is taken to carry before anything was measured. */
  startBitsPerSecond: { least: 500_000, most: 5_000_000, unknown: 3_000_000 },
  /** Milliseconds after the last movement until the control bar hides while playing. */
  hideControlsAfterMs: 2500,
} as const;

/** Milliseconds between looks at a trailer that is being processed. */
export const PROCESSING_POLL_MS = 2000;

/** Where the language of captions that a visitor chose is kept. */
export const CAPTIONS_KEY = 'captions';

/** Where playback positions are kept. */
export const POSITIONS_KEY = 'playbackPositions';

/** Written and removed again at an exit, to notify the other tabs. */
export const EXIT_KEY = 'exit';

/** Where what was entered at the gate is kept. */
export const GATE_FIELDS_KEY = 'gateFields';

/** Where what was typed on the upload page is kept until it is saved. */
export const TITLE_DRAFT_KEY = 'titleDraft';
export const DESCRIPTION_DRAFT_KEY = 'descriptionDraft';

/** Playback that continues where it stopped. */
export const resumeLimits = {
  /** Seconds after the start, and before the end, from which playback starts at the beginning. */
  startSeconds: 3,
  endSeconds: 5,
  /** Positions kept; the oldest go. */
  positions: 50,
} as const;

/** Where a poster that waits for the next trailer is kept (docs/product.md). */
export const PENDING_POSTER_KEY = 'pendingPosterURL';

/** Where the name and a small copy of that poster are kept. */
export const PENDING_POSTER_DETAILS_KEY = 'pendingPosterDetails';

/** Upload library (docs/product.md). */
export const uploadLimits = {
  files: 1,
  /** Requests at once. */
  concurrency: 6,
  /** Milliseconds before each automatic retry. */
  retryDelaysMs: [0, 1000, 3000, 5000],
  /** Milliseconds that a message stays. */
  infoMs: 5000,
  /** CSS pixels. */
  thumbnailWidth: 200,
  thumbnailType: 'image/jpeg',
  /** CSS pixels of the dialog where the window has room for it. */
  dialog: { width: 750, height: 550 },
  videoTypes: ['video/*', '.mp4', '.mov', '.avi', '.mkv'],
  posterTypes: ['image/*', '.png', '.jpg', '.jpeg', '.webp'],
  /** What the file picker offers for a poster: only what the server takes. */
  posterPicker: 'image/png,image/jpeg,image/webp,.png,.jpg,.jpeg,.webp',
} as const;

/** Background (docs/product.md). */
export const skyLimits = {
  stars: 5000,
  /** Milliseconds between shooting stars. */
  shootingStarEveryMs: { min: 3750, max: 10_000 },
  /** Milliseconds that a shooting star lives. */
  shootingStarLifeMs: { min: 2000, max: 3000 },
} as const;

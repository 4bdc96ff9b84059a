/** Elements that toasts should not cover, innermost first: the row, entry or section in use. */
const IN_USE = 'tr, li, section';
/** Element that toasts should not cover if none of these is in use: the player. */
const FILM = '.player';
/** Header of a page that does not move down for toasts. */
const HEADER = '[data-toasts="below"]';

/** The element used last. `activeElement` does not suffice: a disabled button loses focus while it works. */
let lastUsed: Element | undefined;
for (const type of ['focusin', 'pointerdown'] as const) {
  document.addEventListener(type, ({ target }) => {
    // Ignores the toasts themselves.
    if (target instanceof Element && !target.closest('[data-variant]')) lastUsed = target;
  });
}

/** Returns the extent of the focused field if it is invalid, including its error sentence. */
function refusedField(): { top: number; bottom: number } | undefined {
  const field = document.activeElement;
  if (field?.getAttribute('aria-invalid') !== 'true') return undefined;
  const sentence = document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '');
  return {
    top: field.getBoundingClientRect().top,
    bottom: (sentence ?? field).getBoundingClientRect().bottom,
  };
}

/**
 * Positions the toasts.
 *
 * On phones they are at the top, below the header. They move to the bottom if only that avoids covering an
 * open dialog or what is in use. The position is in `--toast-top` and does not change while the page scrolls.
 *
 * On larger screens they move from the bottom to the top, by `data-top`, if they would cover an invalid
 * field.
 */
export function placeToasts(viewport: HTMLElement): void {
  const dialog = [...document.querySelectorAll('[role="dialog"], dialog[open]')].find(
    (one) => one.getClientRects().length > 0,
  );
  const header = dialog ? undefined : document.querySelector(HEADER)?.getBoundingClientRect();
  const inUse = (lastUsed?.isConnected && lastUsed.closest(IN_USE)) || document.querySelector(FILM);
  const used = (dialog ?? inUse)?.getBoundingClientRect();
  const { offsetHeight: height } = viewport;
  const covers = (top: number) => used !== undefined && used.top < top + height && used.bottom > top;
  const below = Math.max(0, header?.bottom ?? 0);
  const bottom = innerHeight - height;
  viewport.style.setProperty('--toast-top', `${covers(below) && !covers(bottom) ? bottom : below}px`);
  const field = refusedField();
  const isCovered = field !== undefined && field.bottom > bottom && field.top >= height;
  viewport.toggleAttribute('data-top', isCovered);
}

/** What toasts leave clear, from the inside out: the row, entry or section in use. */
const IN_USE = 'tr, li, section';
/** And where nothing of that is in use: the film. */
const FILM = '.player';
/** The header of a page that does not make room by itself. */
const HEADER = '[data-toasts="below"]';

/** What was used last; a button that is disabled while it works keeps no focus. */
let lastUsed: Element | undefined;
for (const type of ['focusin', 'pointerdown'] as const) {
  document.addEventListener(type, ({ target }) => {
    // Not the toasts themselves.
    if (target instanceof Element && !target.closest('[data-variant]')) lastUsed = target;
  });
}

/** The field in use that was refused, with its sentence. */
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
 * Places the toasts of a phone: at the top, below the header. Where they would cover what is in use, and would not at
 * the bottom, they go there. The place is in `--toast-top` and does not change while the page is scrolled.
 *
 * Those of larger screens leave the bottom for the top, by `data-top`, where they would cover a field that was refused.
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

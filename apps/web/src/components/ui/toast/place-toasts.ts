/** What toasts leave clear, from the inside out: the row, entry or section in use. */
const IN_USE = 'tr, li, section';
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

/**
 * Places the toasts of a phone: at the top, below the header. Where they would cover what is in use, and would not at
 * the bottom, they go there. The place is in `--toast-top` and does not change while the page is scrolled.
 */
export function placeToasts(viewport: HTMLElement): void {
  const dialog = [...document.querySelectorAll('[role="dialog"], dialog[open]')].find((one) =>
    one.checkVisibility(),
  );
  const header = dialog ? undefined : document.querySelector(HEADER)?.getBoundingClientRect();
  const used = (dialog ?? lastUsed?.closest(IN_USE))?.getBoundingClientRect();
  const { offsetHeight: height } = viewport;
  const covers = (top: number) => used !== undefined && used.top < top + height && used.bottom > top;
  const below = Math.max(0, header?.bottom ?? 0);
  const bottom = innerHeight - height;
  viewport.style.setProperty('--toast-top', `${covers(below) && !covers(bottom) ? bottom : below}px`);
}

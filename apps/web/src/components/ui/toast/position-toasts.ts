/** Elements that toasts avoid while the visitor uses them. The innermost match counts. */
const SECTION_SELECTOR = 'tr, li, section';
/** Element that toasts avoid if no section is in use. */
const PLAYER_SELECTOR = '.player';
/** Header below which toasts appear on phones. */
const HEADER_SELECTOR = '[data-toasts="below"]';

/** The element used last. `activeElement` does not suffice: a button loses focus when it is disabled. */
let lastUsed: Element | undefined;
for (const type of ['focusin', 'pointerdown'] as const) {
  document.addEventListener(type, ({ target }) => {
    // Ignores the use of toasts.
    if (target instanceof Element && !target.closest('[data-variant]')) lastUsed = target;
  });
}

/** Returns the vertical extent of the focused field with its error message, if the field is invalid. */
function invalidFieldExtent(): { top: number; bottom: number } | undefined {
  const field = document.activeElement;
  if (field?.getAttribute('aria-invalid') !== 'true') return undefined;
  const errorMessage = document.getElementById(
    field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '',
  );
  return {
    top: field.getBoundingClientRect().top,
    bottom: (errorMessage ?? field).getBoundingClientRect().bottom,
  };
}

/**
 * Positions the toasts.
 *
 * On phones they are at the top, below the header. They move to the bottom if that avoids covering an open
 * dialog or the section in use. `--toast-top` contains the position, which does not change on scrolling.
 *
 * On larger screens they are at the bottom. `data-top` moves them to the top if they would cover an invalid
 * field.
 */
export function positionToasts(viewport: HTMLElement): void {
  const dialog = [...document.querySelectorAll('[role="dialog"], dialog[open]')].find(
    (element) => element.getClientRects().length > 0,
  );
  const header = dialog ? undefined : document.querySelector(HEADER_SELECTOR)?.getBoundingClientRect();
  const section =
    (lastUsed?.isConnected && lastUsed.closest(SECTION_SELECTOR)) || document.querySelector(PLAYER_SELECTOR);
  const avoidedRect = (dialog ?? section)?.getBoundingClientRect();
  const { offsetHeight: height } = viewport;
  const isCovering = (top: number) =>
    avoidedRect !== undefined && avoidedRect.top < top + height && avoidedRect.bottom > top;
  const belowHeader = Math.max(0, header?.bottom ?? 0);
  const bottom = innerHeight - height;
  viewport.style.setProperty(
    '--toast-top',
    `${isCovering(belowHeader) && !isCovering(bottom) ? bottom : belowHeader}px`,
  );
  const field = invalidFieldExtent();
  const isCovered = field !== undefined && field.bottom > bottom && field.top >= height;
  viewport.toggleAttribute('data-top', isCovered);
}

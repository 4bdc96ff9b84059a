import { whileHit } from './mark-style.js';

/** Parts of the product that may lie over the mark for a while: controls, messages, dialogs. */
const OWN_PARTS = '[data-over-mark], [data-variant], dialog';

/** Share of the mark that must lie on the picture, and CSS pixels that it must measure at least. */
const LEAST_SHARE = 0.5;
const LEAST_SIZE = { width: 30, height: 16 };
/** From which opacity on something covers what lies below. */
const COVERS_FROM = 0.3;

/** Lets everything but the mark be hit while it is among the document's style sheets; the mark has priority over it. */
let reveal: CSSStyleSheet | undefined;

function withEverythingHit<T>(mark: HTMLElement, look: () => T): T {
  if (!reveal) {
    reveal = new CSSStyleSheet();
    reveal.replaceSync('* { pointer-events: auto !important }');
  }
  // A copy: the document's own array changes with it.
  const before = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...before, reveal];
  try {
    return whileHit(mark, look);
  } finally {
    document.adoptedStyleSheets = before;
  }
}

/** Alpha of a computed color. */
function alphaOf(color: string): number {
  if (color === 'transparent') return 0;
  const [, alpha] = /[,/]\s*([\d.]+%?)\s*\)$/.exec(color.startsWith('rgb(') ? '' : color) ?? [];
  if (alpha === undefined) return 1;
  return alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha);
}

/** Whether a part of an element that only style sheets make is not there. */
const isNothing = (content: string) => ['none', 'normal', ''].includes(content);

/** Whether something can be seen through: many extensions lay an empty sheet over the page. */
function covers(element: Element): boolean {
  if (element.closest(OWN_PARTS)) return false;
  if (element instanceof HTMLVideoElement || element instanceof HTMLImageElement) return true;
  return [undefined, '::before', '::after'].some((part) => {
    const style = getComputedStyle(element, part);
    if (part !== undefined && isNothing(style.content)) return false;
    if (Number(style.opacity) < COVERS_FROM) return false;
    return style.backgroundImage !== 'none' || alphaOf(style.backgroundColor) >= COVERS_FROM;
  });
}

/** Whether a style sheet draws something into the mark, over its letters or beside them. */
const isDrawnInto = (mark: Element) =>
  ['::before', '::after'].some((part) => !isNothing(getComputedStyle(mark, part).content));

/** Whether at most of the places where the mark is in the window something else is seen. */
function isCovered(mark: HTMLElement, { left, top, width, height }: DOMRect): boolean {
  let seen = 0;
  let covered = 0;
  for (const across of [0.15, 0.5, 0.85]) {
    for (const down of [0.2, 0.5, 0.8]) {
      const stack = document.elementsFromPoint(left + across * width, top + down * height);
      // Outside of the window, which shows no picture there either.
      if (stack.length === 0) continue;
      seen += 1;
      const at = stack.indexOf(mark);
      if (at < 0 || stack.slice(0, at).some(covers)) covered += 1;
    }
  }
  return covered > seen / 2;
}

/** Whether the picture is shown somewhere without what lies over it. */
function isPictureElsewhere(mark: HTMLElement, host: HTMLElement, video: HTMLVideoElement): boolean {
  const { fullscreenElement, pictureInPictureElement } = document;
  if (!host.contains(video) || pictureInPictureElement) return true;
  return Boolean(fullscreenElement && !fullscreenElement.contains(mark));
}

/** Whether the mark can be seen over the picture, as far as a page can tell. */
export function isVisible(mark: HTMLElement, host: HTMLElement, video: HTMLVideoElement): boolean {
  if (isPictureElsewhere(mark, host, video) || isDrawnInto(mark)) return false;
  const options = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };
  if (mark.checkVisibility && !mark.checkVisibility(options)) return false;
  const rect = mark.getBoundingClientRect();
  if (rect.width < LEAST_SIZE.width || rect.height < LEAST_SIZE.height) return false;
  const frame = video.getBoundingClientRect();
  const across = Math.min(rect.right, frame.right) - Math.max(rect.left, frame.left);
  const down = Math.min(rect.bottom, frame.bottom) - Math.max(rect.top, frame.top);
  if (across < LEAST_SHARE * rect.width || down < LEAST_SHARE * rect.height) return false;
  return !withEverythingHit(mark, () => isCovered(mark, rect));
}

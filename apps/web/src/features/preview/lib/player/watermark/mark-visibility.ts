import { whileHittable } from './mark-style.js';

/** Elements of the product that may cover the mark for a while: controls, messages, dialogs. */
const OWN_PARTS = '[data-over-mark], [data-variant], dialog';

/** Share of the mark that must be over the picture, and its minimum size in CSS pixels. */
const LEAST_SHARE = 0.5;
const LEAST_SIZE = { width: 30, height: 16 };
/** Opacity from which an element covers what is below. */
const COVERS_FROM = 0.3;

/** Makes every element hittable while it is adopted. The mark's own important styles override it. */
let reveal: CSSStyleSheet | undefined;

function withAllElementsHittable<T>(mark: HTMLElement, look: () => T): T {
  if (!reveal) {
    reveal = new CSSStyleSheet();
    reveal.replaceSync('* { pointer-events: auto !important }');
  }
  // A copy: assigning changes the document's own array.
  const before = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...before, reveal];
  try {
    return whileHittable(mark, look);
  } finally {
    document.adoptedStyleSheets = before;
  }
}

/** Returns the alpha of a computed colour. */
function alphaOf(color: string): number {
  if (color === 'transparent') return 0;
  const [, alpha] = /[,/]\s*([\d.]+%?)\s*\)$/.exec(color.startsWith('rgb(') ? '' : color) ?? [];
  if (alpha === undefined) return 1;
  return alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha);
}

/** Returns whether a pseudo-element with this content is not generated. */
const isNothing = (content: string) => ['none', 'normal', ''].includes(content);

/** Returns whether an element hides what is below. Many extensions put an empty layer over the page. */
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

/** Returns whether a style sheet generates content in the mark, over its letters or beside them. */
const isDrawnInto = (mark: Element) =>
  ['::before', '::after'].some((part) => !isNothing(getComputedStyle(mark, part).content));

/** Returns whether the mark is covered at most of its sample points in the window. */
function isCovered(mark: HTMLElement, { left, top, width, height }: DOMRect): boolean {
  let seen = 0;
  let covered = 0;
  for (const across of [0.15, 0.5, 0.85]) {
    for (const down of [0.2, 0.5, 0.8]) {
      const stack = document.elementsFromPoint(left + across * width, top + down * height);
      // Outside the window, where the picture is not visible either.
      if (stack.length === 0) continue;
      seen += 1;
      const at = stack.indexOf(mark);
      if (at < 0 || stack.slice(0, at).some(covers)) covered += 1;
    }
  }
  return covered > seen / 2;
}

/** Returns whether the picture is shown somewhere without its overlays. */
function isPictureElsewhere(mark: HTMLElement, host: HTMLElement, video: HTMLVideoElement): boolean {
  const { fullscreenElement, pictureInPictureElement } = document;
  if (!host.contains(video) || pictureInPictureElement) return true;
  return Boolean(fullscreenElement && !fullscreenElement.contains(mark));
}

/** Returns whether the mark is visible over the picture, as far as a page can detect. */
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
  return !withAllElementsHittable(mark, () => isCovered(mark, rect));
}

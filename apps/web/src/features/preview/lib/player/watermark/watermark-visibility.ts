import { withPointerEvents } from './watermark-style.js';

/** Controls, messages and dialogs of the portal, which may cover the watermark for a while. */
const OVERLAY_SELECTOR = '[data-over-watermark], [data-variant], dialog';

/** Minimum share of the watermark's width and height that must be over the picture. */
const MIN_SHARE = 0.5;
/** Minimum size of the watermark in CSS pixels. */
const MIN_SIZE = { width: 30, height: 16 };
/** Opacity from which an element hides the elements below it. */
const MIN_COVERING_OPACITY = 0.3;

/** Style sheet that makes every element hittable. The watermark's own important styles override it. */
let hitTestSheet: CSSStyleSheet | undefined;

function withAllElementsHittable<T>(watermark: HTMLElement, hitTest: () => T): T {
  if (!hitTestSheet) {
    hitTestSheet = new CSSStyleSheet();
    hitTestSheet.replaceSync('* { pointer-events: auto !important }');
  }
  // Copies the array, because assigning changes the original.
  const adoptedSheets = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...adoptedSheets, hitTestSheet];
  try {
    return withPointerEvents(watermark, hitTest);
  } finally {
    document.adoptedStyleSheets = adoptedSheets;
  }
}

/** Returns the alpha of a computed colour, 0 to 1. */
function parseAlpha(color: string): number {
  if (color === 'transparent') return 0;
  const [, alpha] = /[,/]\s*([\d.]+%?)\s*\)$/.exec(color.startsWith('rgb(') ? '' : color) ?? [];
  if (alpha === undefined) return 1;
  return alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha);
}

/** Returns whether a computed `content` generates no pseudo-element. */
const isContentEmpty = (content: string) => ['none', 'normal', ''].includes(content);

/** Returns whether an element hides the elements below it. Empty layers, which many extensions add, do not. */
function isCovering(element: Element): boolean {
  if (element.closest(OVERLAY_SELECTOR)) return false;
  if (element instanceof HTMLVideoElement || element instanceof HTMLImageElement) return true;
  return [undefined, '::before', '::after'].some((pseudoElement) => {
    const style = getComputedStyle(element, pseudoElement);
    if (pseudoElement !== undefined && isContentEmpty(style.content)) return false;
    if (Number(style.opacity) < MIN_COVERING_OPACITY) return false;
    return style.backgroundImage !== 'none' || parseAlpha(style.backgroundColor) >= MIN_COVERING_OPACITY;
  });
}

/** Returns whether a style sheet generates content in the watermark, which could cover its text. */
const hasGeneratedContent = (watermark: Element) =>
  ['::before', '::after'].some(
    (pseudoElement) => !isContentEmpty(getComputedStyle(watermark, pseudoElement).content),
  );

/** Returns whether the watermark is covered at most of its sample points in the window. */
function isCovered(watermark: HTMLElement, { left, top, width, height }: DOMRect): boolean {
  let sampled = 0;
  let covered = 0;
  for (const horizontal of [0.15, 0.5, 0.85]) {
    for (const vertical of [0.2, 0.5, 0.8]) {
      const stack = document.elementsFromPoint(left + horizontal * width, top + vertical * height);
      // The point is outside the window, where the picture is not visible either.
      if (stack.length === 0) continue;
      sampled += 1;
      const index = stack.indexOf(watermark);
      if (index < 0 || stack.slice(0, index).some(isCovering)) covered += 1;
    }
  }
  return covered > sampled / 2;
}

/** Returns whether the video is shown without its overlays, for example in picture-in-picture. */
export function isVideoDetached(
  watermark: HTMLElement,
  player: HTMLElement,
  video: HTMLVideoElement,
): boolean {
  const { fullscreenElement, pictureInPictureElement } = document;
  if (!player.contains(video) || pictureInPictureElement) return true;
  return Boolean(fullscreenElement && !fullscreenElement.contains(watermark));
}

/** Returns whether the watermark is visible over the picture, as far as a page can detect. */
export function isWatermarkVisible(
  watermark: HTMLElement,
  player: HTMLElement,
  video: HTMLVideoElement,
): boolean {
  if (isVideoDetached(watermark, player, video) || hasGeneratedContent(watermark)) return false;
  const options = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };
  if (watermark.checkVisibility && !watermark.checkVisibility(options)) return false;
  const rect = watermark.getBoundingClientRect();
  if (rect.width < MIN_SIZE.width || rect.height < MIN_SIZE.height) return false;
  const videoRect = video.getBoundingClientRect();
  const overlapWidth = Math.min(rect.right, videoRect.right) - Math.max(rect.left, videoRect.left);
  const overlapHeight = Math.min(rect.bottom, videoRect.bottom) - Math.max(rect.top, videoRect.top);
  if (overlapWidth < MIN_SHARE * rect.width || overlapHeight < MIN_SHARE * rect.height) return false;
  return !withAllElementsHittable(watermark, () => isCovered(watermark, rect));
}

import { nextPosition, startPosition } from './watermark-position.js';
import {
  createWatermark,
  FADE_MS,
  fade,
  hasExpectedStyles,
  setPosition,
  type Watermark,
} from './watermark-style.js';
import { isVideoDetached, isWatermarkVisible } from './watermark-visibility.js';

/** Milliseconds that the watermark stays at a position. */
const MOVE_EVERY_MS = 9000;
/** Milliseconds between visibility checks. */
const CHECK_EVERY_MS = 500;
/** Milliseconds for the last frame of a fade to be drawn. */
const FRAME_MS = 100;
/** Consecutive failed checks until the watermark is reported as hidden. */
const FAILED_CHECKS_UNTIL_HIDDEN = 2;
/** Consecutive passed checks until the watermark is reported as visible again. */
const PASSED_CHECKS_UNTIL_VISIBLE = 2;
/** Immediate restores between two checks. Without a limit, repeated removal would freeze the page. */
const MAX_RESTORES_BETWEEN_CHECKS = 4;

interface WatermarkTarget {
  /** The element that goes fullscreen. The watermark is appended to it. */
  readonly player: HTMLElement;
  readonly video: HTMLVideoElement;
}

interface WatermarkOptions {
  /** Language of the displayed time (BCP 47). */
  readonly locale: string;
  /** Called when the watermark becomes hidden or visible. It starts as visible. */
  readonly onVisibilityChange: (isVisible: boolean) => void;
  /** Called when somebody's change removed or covered it, once until it has been visible again for a while. */
  readonly onLoss?: () => void;
  /** Whether it fades between positions; otherwise it jumps. */
  readonly shouldFade?: boolean;
  /** Returns whether the watermark is visible. Tests replace it, because it needs a browser with layout. */
  readonly isVisible?: typeof isWatermarkVisible;
}

/**
 * Mounts a watermark over the picture, moves it regularly, and restores it when it is removed or changed.
 * Works outside React, which would throw on a missing node.
 *
 * @param lines identify the viewer; the current time follows them
 * @returns a function that unmounts the watermark
 */
export function mountWatermark(
  { player, video }: WatermarkTarget,
  lines: readonly string[],
  { locale, onVisibilityChange, onLoss, shouldFade = true, isVisible = isWatermarkVisible }: WatermarkOptions,
): () => void {
  let position = startPosition(player);
  /** The guarded watermark, which is always fully visible. */
  let current = createWatermark(position);
  /** Watermarks that are fading in or out. */
  const fading = new Set<Watermark>();
  let fadeTimer: ReturnType<typeof setTimeout> | undefined;
  let text = '';
  let isReportedVisible = true;
  let failedChecks = 0;
  let passedChecks = 0;
  let restores = 0;
  let isLost = false;

  const observer = new MutationObserver(() => {
    if (isIntact(current)) return;
    passedChecks = 0;
    restores += 1;
    markLost();
    if (restores <= MAX_RESTORES_BETWEEN_CHECKS) restore();
    else reportVisibility(false);
  });

  function isIntact(watermark: Watermark): boolean {
    const { element, textElement } = watermark;
    const isAttached = element.parentNode === player && !element.hidden && !element.hasChildNodes();
    const hasText = textElement.isConnected && textElement.textContent === text;
    return isAttached && hasText && hasExpectedStyles(watermark);
  }
  function reportVisibility(visible: boolean): void {
    if (visible === isReportedVisible) return;
    isReportedVisible = visible;
    onVisibilityChange(visible);
  }
  function markLost(): void {
    if (isLost) return;
    isLost = true;
    onLoss?.();
  }
  function updateText(): void {
    const time = new Date().toLocaleString(locale, { timeZoneName: 'short' });
    // Isolates (U+2068, U+2069): a date in Arabic must not reorder the address before it.
    text = `${lines.join('\n')} · \u2068${time}\u2069`;
    for (const { textElement } of [current, ...fading])
      if (textElement.textContent !== text) textElement.textContent = text;
  }
  function restore(): void {
    current.element.remove();
    current = createWatermark(position);
    updateText();
    player.append(current.element);
    observe();
  }
  function observe(): void {
    observer.disconnect();
    observer.observe(player, { childList: true });
    // Browser extensions can access closed shadow roots.
    for (const node of [current.element, current.textElement.getRootNode()])
      observer.observe(node, { attributes: true, childList: true, characterData: true, subtree: true });
  }
  function move(): void {
    position = nextPosition(player, video);
    if (!shouldFade) {
      setPosition(current, position);
      return;
    }
    const next = createWatermark(position);
    fading.add(next);
    updateText();
    player.append(next.element);
    fade(next, 'in');
    fadeTimer = setTimeout(() => replaceCurrent(next), FADE_MS + FRAME_MS);
  }
  /** Guards the watermark that has faded in, and fades out the previous one. */
  function replaceCurrent(next: Watermark): void {
    fading.delete(next);
    // The page changed the new watermark, or a background tab did not draw it. The old watermark jumps instead.
    if (!isIntact(next)) {
      next.element.remove();
      setPosition(current, position);
      return;
    }
    const previous = current;
    current = next;
    observe();
    fading.add(previous);
    fade(previous, 'out');
    fadeTimer = setTimeout(() => {
      fading.delete(previous);
      previous.element.remove();
    }, FADE_MS + FRAME_MS);
  }
  function check(): void {
    // Browsers neither show nor lay out a background tab.
    if (document.hidden) return;
    const hasPassed = isIntact(current) && isVisible(current.element, player, video);
    restores = 0;
    if (hasPassed) {
      failedChecks = 0;
      passedChecks += 1;
      updateText();
      if (passedChecks < PASSED_CHECKS_UNTIL_VISIBLE) return;
      isLost = false;
      reportVisibility(true);
      return;
    }
    passedChecks = 0;
    failedChecks += 1;
    // Creates a new watermark, because inline styles may have moved the old one.
    restore();
    if (failedChecks < FAILED_CHECKS_UNTIL_HIDDEN) return;
    // In picture-in-picture, nobody has changed it.
    if (!isVideoDetached(current.element, player, video)) markLost();
    reportVisibility(false);
  }

  restore();
  const checkTimer = setInterval(check, CHECK_EVERY_MS);
  const moveTimer = setInterval(move, MOVE_EVERY_MS);
  return () => {
    observer.disconnect();
    clearInterval(checkTimer);
    clearInterval(moveTimer);
    clearTimeout(fadeTimer);
    for (const { element } of [current, ...fading]) element.remove();
  };
}

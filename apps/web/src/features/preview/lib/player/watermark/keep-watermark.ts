import { nextPosition, startPosition } from './mark-position.js';
import { FADE_MS, fade, hasExpectedStyles, type Mark, makeMark, place } from './mark-style.js';
import { isVisible } from './mark-visibility.js';

/** Milliseconds that the watermark stays at a position. */
const MOVE_EVERY_MS = 9000;
const CHECK_EVERY_MS = 500;
/** Milliseconds for the last frame of a fade to be drawn. */
const FRAME_MS = 100;
/** Consecutive checks until the mark counts as lost, and until it counts as back. */
const CHECKS_UNTIL_LOST = 2;
const CHECKS_UNTIL_BACK = 2;
/** Immediate restores between two checks. Without a limit, repeated removal would freeze the page. */
const RESTORES_BETWEEN_CHECKS = 4;

interface Picture {
  /** The player; goes fullscreen with everything in it. */
  readonly host: HTMLElement;
  readonly video: HTMLVideoElement;
}

interface WatermarkOptions {
  /** Language of the time (BCP 47). */
  readonly locale: string;
  /** Called when the mark cannot be kept over the picture, and when it is back. */
  readonly onKept: (kept: boolean) => void;
  /** Whether it fades between positions; otherwise it jumps. */
  readonly fading?: boolean;
  /** Returns whether the mark is visible. Replaceable in tests: it needs a browser with layout. */
  readonly looksVisible?: typeof isVisible;
}

/**
 * Keeps a mark with changing positions over the picture, and restores it when it is removed or changed. Calls
 * `onKept` if that fails. Works outside React, which would fail on a missing node.
 *
 * @param lines identify the viewer; the time follows them
 * @returns a function that removes it for good
 */
export function keepWatermark(
  { host, video }: Picture,
  lines: readonly string[],
  { locale, onKept, fading = true, looksVisible = isVisible }: WatermarkOptions,
): () => void {
  let at = startPosition(host);
  let mark = makeMark(at);
  /** Marks that fade in or out. The guarded mark is always fully visible. */
  const passing = new Set<Mark>();
  let fadeTimer: ReturnType<typeof setTimeout> | undefined;
  let text = '';
  let kept = true;
  let faulty = 0;
  let sound = 0;
  let restores = 0;

  const guard = new MutationObserver(() => {
    if (isIntact(mark)) return;
    sound = 0;
    restores += 1;
    if (restores <= RESTORES_BETWEEN_CHECKS) restore();
    else reportKept(false);
  });

  function isIntact(each: Mark): boolean {
    const { element, letters } = each;
    const whole = element.parentNode === host && !element.hidden && !element.hasChildNodes();
    return whole && letters.isConnected && letters.textContent === text && hasExpectedStyles(each);
  }
  function reportKept(now: boolean): void {
    if (now === kept) return;
    kept = now;
    onKept(now);
  }
  function write(): void {
    const now = new Date().toLocaleString(locale, { timeZoneName: 'short' });
    text = `${lines.join('\n')} · ${now}`;
    for (const { letters } of [mark, ...passing])
      if (letters.textContent !== text) letters.textContent = text;
  }
  function restore(): void {
    mark.element.remove();
    mark = makeMark(at);
    write();
    host.append(mark.element);
    watch();
  }
  function watch(): void {
    guard.disconnect();
    guard.observe(host, { childList: true });
    // Browser extensions can access closed shadow roots.
    for (const part of [mark.element, mark.letters.getRootNode()])
      guard.observe(part, { attributes: true, childList: true, characterData: true, subtree: true });
  }
  function move(): void {
    at = nextPosition(host, video);
    if (!fading) {
      place(mark, at);
      return;
    }
    const next = makeMark(at);
    passing.add(next);
    write();
    host.append(next.element);
    fade(next, 'in');
    fadeTimer = setTimeout(() => takeOver(next), FADE_MS + FRAME_MS);
  }
  /** Guards the mark that has appeared, and fades out the previous one. */
  function takeOver(next: Mark): void {
    passing.delete(next);
    // The new mark was tampered with, or not drawn in a background page. The old mark jumps there instead.
    if (!isIntact(next)) {
      next.element.remove();
      place(mark, at);
      return;
    }
    const last = mark;
    mark = next;
    watch();
    passing.add(last);
    fade(last, 'out');
    fadeTimer = setTimeout(() => {
      passing.delete(last);
      last.element.remove();
    }, FADE_MS + FRAME_MS);
  }
  function check(): void {
    // A background page is neither visible nor laid out.
    if (document.hidden) return;
    const looked = isIntact(mark) && looksVisible(mark.element, host, video);
    restores = 0;
    if (looked) {
      faulty = 0;
      sound += 1;
      write();
      if (sound >= CHECKS_UNTIL_BACK) reportKept(true);
      return;
    }
    sound = 0;
    faulty += 1;
    // Creates a new mark, since inline styles may have moved the old one away.
    restore();
    if (faulty >= CHECKS_UNTIL_LOST) reportKept(false);
  }

  restore();
  const checking = setInterval(check, CHECK_EVERY_MS);
  const moving = setInterval(move, MOVE_EVERY_MS);
  return () => {
    guard.disconnect();
    clearInterval(checking);
    clearInterval(moving);
    clearTimeout(fadeTimer);
    for (const { element } of [mark, ...passing]) element.remove();
  };
}

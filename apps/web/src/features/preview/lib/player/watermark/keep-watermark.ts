import { locale } from '../../../../../messages/index.js';
import { isDressed, makeMark, place } from './mark-style.js';
import { isVisible } from './mark-visibility.js';

/** Milliseconds between two places of the watermark; it travels most of that time. */
const DRIFT_EVERY_MS = 9000;
const CHECK_EVERY_MS = 500;
/** Checks in a row until it is believed that the mark is gone, and until it is believed that it is back. */
const CHECKS_UNTIL_LOST = 2;
const CHECKS_UNTIL_BACK = 2;
/** Times that the mark is put back at once between two checks; who takes it out each time would else stop the page. */
const RESTORES_BETWEEN_CHECKS = 4;

interface Picture {
  /** The player; goes fullscreen with everything in it. */
  readonly host: HTMLElement;
  readonly video: HTMLVideoElement;
}

interface WatermarkOptions {
  /** Told when the mark cannot be kept over the picture, and when it is back. */
  readonly onKept: (kept: boolean) => void;
  readonly moving?: boolean;
  /** Whether the mark can be seen; only a browser that draws can tell. */
  readonly looksVisible?: typeof isVisible;
}

/**
 * Lays a mark over the picture that drifts, and puts it back when somebody takes it out of the page or changes it. Where
 * that does not help, it says so. Made outside React, which would stumble over a part that went missing.
 *
 * @param lines who is watching, followed by the time
 * @returns what removes it for good
 */
export function keepWatermark(
  { host, video }: Picture,
  lines: readonly string[],
  { onKept, moving = true, looksVisible = isVisible }: WatermarkOptions,
): () => void {
  let mark = makeMark(moving);
  let text = '';
  /** The first place leaves the large button free. */
  let at = { left: 0, top: 3 };
  let kept = true;
  let faulty = 0;
  let sound = 0;
  let restores = 0;

  const guard = new MutationObserver(() => {
    if (isIntact()) return;
    sound = 0;
    restores += 1;
    if (restores <= RESTORES_BETWEEN_CHECKS) restore();
    else tell(false);
  });

  function isIntact(): boolean {
    const { element, letters } = mark;
    const whole = element.parentNode === host && !element.hidden && !element.hasChildNodes();
    return whole && letters.isConnected && letters.textContent === text && isDressed(mark);
  }
  function tell(now: boolean): void {
    if (now === kept) return;
    kept = now;
    onKept(now);
  }
  function write(): void {
    const now = new Date().toLocaleString(locale, { timeZoneName: 'short' });
    text = `${lines.join('\n')} · ${now}`;
    if (mark.letters.textContent !== text) mark.letters.textContent = text;
  }
  function restore(): void {
    guard.disconnect();
    mark.element.remove();
    mark = makeMark(moving);
    place(mark.element, at.left, at.top);
    write();
    host.append(mark.element);
    guard.observe(host, { childList: true });
    // Extensions see into closed trees as well.
    for (const part of [mark.element, mark.letters.getRootNode()])
      guard.observe(part, { attributes: true, childList: true, characterData: true, subtree: true });
  }
  /** Somewhere in the picture, never under the control bar. */
  function drift(): void {
    at = { left: Math.random() * 100, top: Math.random() * 80 };
    place(mark.element, at.left, at.top);
  }
  function check(): void {
    // Nobody sees a page in the background, and browsers do not lay it out.
    if (document.hidden) return;
    const looked = isIntact() && looksVisible(mark.element, host, video);
    restores = 0;
    if (looked) {
      faulty = 0;
      sound += 1;
      write();
      if (sound >= CHECKS_UNTIL_BACK) tell(true);
      return;
    }
    sound = 0;
    faulty += 1;
    // A fresh one in its place: what moved the old one away may be a style of its own.
    restore();
    if (faulty >= CHECKS_UNTIL_LOST) tell(false);
  }

  restore();
  const checking = setInterval(check, CHECK_EVERY_MS);
  const drifting = setInterval(drift, DRIFT_EVERY_MS);
  return () => {
    guard.disconnect();
    clearInterval(checking);
    clearInterval(drifting);
    mark.element.remove();
  };
}

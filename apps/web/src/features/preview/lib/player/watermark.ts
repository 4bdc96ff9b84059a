/** Milliseconds between two places of the watermark; it travels most of that time. */
const DRIFT_EVERY_MS = 9000;
const CLOCK_EVERY_MS = 1000;

/**
 * Lays a mark over the picture that drifts, and puts it back when somebody takes it out of the page or hides it.
 * Made outside React, which would stumble over a part that went missing.
 *
 * @param host the player; goes fullscreen with everything in it
 * @param lines who is watching, followed by the time
 * @returns what removes it for good
 */
export function keepWatermark(host: HTMLElement, lines: readonly string[]): () => void {
  let mark = createMark();
  let placedStyle = '';
  const guard = new MutationObserver(() => {
    if (!isIntact()) restore();
  });

  function isIntact(): boolean {
    return (
      mark.parentNode === host &&
      mark.style.cssText === placedStyle &&
      mark.className === 'watermark' &&
      !mark.hidden &&
      mark.firstChild?.textContent === lines.join('\n')
    );
  }
  function createMark(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'watermark';
    element.setAttribute('aria-hidden', 'true');
    const who = document.createElement('span');
    who.textContent = lines.join('\n');
    element.append(who, document.createElement('time'));
    return element;
  }
  function restore(): void {
    guard.disconnect();
    mark.remove();
    mark = createMark();
    host.append(mark);
    place(5, 8);
    tick();
    guard.observe(host, { childList: true, subtree: true, attributes: true, characterData: true });
  }
  /** The first place leaves the large button free. */
  function place(left: number, top: number): void {
    mark.style.left = `${Math.round(left)}%`;
    mark.style.top = `${Math.round(top)}%`;
    placedStyle = mark.style.cssText;
  }
  /** Somewhere in the picture, never under the control bar. */
  function drift(): void {
    place(4 + Math.random() * 60, 6 + Math.random() * 62);
  }
  function tick(): void {
    const clock = mark.lastElementChild;
    if (clock) clock.textContent = new Date().toLocaleString(undefined, { timeZoneName: 'short' });
    const { display, visibility, opacity } = getComputedStyle(mark);
    if (display === 'none' || visibility === 'hidden' || opacity === '0') restoreUnlessHiddenPage();
  }
  /** Style sheets that somebody added cannot be outrun for ever, but the mark is renewed with its own style. */
  function restoreUnlessHiddenPage(): void {
    for (const [name, value] of [
      ['display', 'block'],
      ['visibility', 'visible'],
      ['opacity', '1'],
    ] as const) {
      mark.style.setProperty(name, value, 'important');
    }
    placedStyle = mark.style.cssText;
  }

  restore();
  const clock = setInterval(tick, CLOCK_EVERY_MS);
  const drifting = setInterval(drift, DRIFT_EVERY_MS);
  return () => {
    guard.disconnect();
    clearInterval(clock);
    clearInterval(drifting);
    mark.remove();
  };
}

import { type RefObject, useEffect, useRef } from 'react';
import { messages } from '../messages/index.js';

/** Whether a screen was shown before; the first one of a visit takes no focus. */
let arrived = false;

/**
 * Names the screen in the browser's tab. When it takes another one's place, and with it the focused control, focus goes
 * to the screen's heading or its main part, so that keyboards and screen readers go on from there (WCAG 2.4.3).
 *
 * @param shown false while the screen is kept but hidden
 * @returns for what takes the focus, which needs `tabIndex={-1}`
 */
export function useScreen<E extends HTMLElement = HTMLHeadingElement>(
  title: string,
  shown = true,
): RefObject<E | null> {
  const start = useRef<E>(null);
  useEffect(() => {
    if (shown) document.title = `${title} · ${messages.brand.name}`;
  }, [title, shown]);
  useEffect(() => {
    if (!shown) return;
    const focusLost = !document.activeElement || document.activeElement === document.body;
    if (arrived && focusLost) start.current?.focus({ preventScroll: true });
    arrived = true;
  }, [shown]);
  return start;
}

import { type RefObject, useEffect, useRef } from 'react';
import { useMessages } from '../messages/use-messages.js';

/** Whether a screen has been shown. The first screen of a visit takes no focus. */
let hasShownScreen = false;

/**
 * Sets the document title. When the screen replaces another one, the focused control disappears with it.
 * Focus then moves to the new screen's heading or main element, where keyboards and screen readers continue
 * (WCAG 2.4.3).
 *
 * @param shown false while the screen is mounted but hidden
 * @returns ref of the element to focus, which needs `tabIndex={-1}`
 */
export function useDocumentTitle<E extends HTMLElement = HTMLHeadingElement>(
  title: string,
  shown = true,
): RefObject<E | null> {
  const t = useMessages();
  const focusTarget = useRef<E>(null);
  useEffect(() => {
    if (shown) document.title = `${title} · ${t.brand.name}`;
  }, [title, shown, t]);
  useEffect(() => {
    if (!shown) return;
    const isFocusLost = !document.activeElement || document.activeElement === document.body;
    if (hasShownScreen && isFocusLost) focusTarget.current?.focus({ preventScroll: true });
    hasShownScreen = true;
  }, [shown]);
  return focusTarget;
}

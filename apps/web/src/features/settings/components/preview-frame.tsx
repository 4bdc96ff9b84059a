import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

interface PreviewFrameProps {
  title: string;
  /** CSS pixels of the window that is shown. */
  width: number;
  height: number;
  children: ReactNode;
}

/**
 * Shows a screen as in a window of this size, scaled to the space. A frame of its own makes the styles depend on that
 * window. It is inert: it takes no focus or clicks, and screen readers skip it.
 */
export function PreviewFrame({ title, width, height, children }: PreviewFrameProps) {
  const [body, setBody] = useState<HTMLElement>();
  const space = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const prepared = useRef<Document>(undefined);
  const [scale, setScale] = useState(1);

  useLayoutEffect(() => {
    const element = space.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);

  // Some browsers replace the empty document once the frame is loaded.
  const prepare = () => {
    const page = frame.current?.contentDocument;
    if (!page || page === prepared.current) return;
    prepared.current = page;
    void copyStyles(page).then(() => setBody(page.body));
  };
  useLayoutEffect(prepare, []);

  return (
    <div ref={space} className="flex justify-center overflow-hidden" style={{ height: height * scale }}>
      <iframe
        ref={frame}
        title={title}
        inert
        onLoad={prepare}
        className="shrink-0 rounded-control border border-line"
        style={{ width, height, transform: `scale(${scale})`, transformOrigin: 'top' }}
      />
      {body &&
        createPortal(
          <div inert>
            <div className="scene" />
            {children}
          </div>,
          body,
        )}
    </div>
  );
}

/** Copies the styles of this document to another one. Resolves when they are loaded. */
async function copyStyles(page: Document): Promise<void> {
  page.documentElement.lang = document.documentElement.lang;
  const styles = document.head.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style');
  await Promise.all(
    [...styles].map((style) => {
      const copy = page.head.appendChild(page.importNode(style, true));
      if (copy.tagName !== 'LINK') return undefined;
      return new Promise((resolve) => {
        copy.addEventListener('load', resolve);
        copy.addEventListener('error', resolve);
      });
    }),
  );
  // The page's own font-display omits a font that is not loaded at the first paint.
  for (const { cssRules } of page.styleSheets) {
    for (const rule of cssRules) {
      if ('style' in rule && rule.cssText.startsWith('@font-face'))
        (rule as CSSFontFaceRule).style.setProperty('font-display', 'swap');
    }
  }
}

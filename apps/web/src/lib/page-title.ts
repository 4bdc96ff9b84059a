import { useEffect } from 'react';
import { messages } from '../messages/index.js';

/** Names the page in the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${messages.brand.name}`;
  }, [title]);
}

import { useEffect } from 'react';

/** Returns whether a shortcut inspects or captures the page (docs/product.md#player). Command counts as Control. */
function isBlocked(event: KeyboardEvent): boolean {
  if (event.key === 'PrintScreen') return true;
  if (!event.ctrlKey && !event.metaKey) return false;
  const key = event.key.toLowerCase();
  return event.shiftKey ? key === 'i' || key === 'c' : key === 'u';
}

/** Blocks the context menu and the shortcuts of `isBlocked` while the calling component is mounted. */
export function useContentProtection(): void {
  useEffect(() => {
    const block = (event: Event) => event.preventDefault();
    const blockKeys = (event: KeyboardEvent) => {
      if (isBlocked(event)) event.preventDefault();
    };
    document.addEventListener('contextmenu', block);
    document.addEventListener('keydown', blockKeys, true);
    document.addEventListener('keyup', blockKeys, true);
    return () => {
      document.removeEventListener('contextmenu', block);
      document.removeEventListener('keydown', blockKeys, true);
      document.removeEventListener('keyup', blockKeys, true);
    };
  }, []);
}

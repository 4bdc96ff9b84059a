/**
 * Reloads style sheets that failed to load. Vite inserts the style sheets of a module only with its first import,
 * so an import after a failure would succeed without them (Chromium 156, Vite 8.3).
 *
 * @throws Event `error` if a style sheet fails again
 */
export async function reloadFailedStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  await Promise.all(links.filter((link) => !isLoaded(link)).map(reload));
}

function isLoaded({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules.length);
  } catch {
    // After a network error the browser denies access to the sheet.
    return false;
  }
}

function reload(link: HTMLLinkElement): Promise<unknown> {
  const retried = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    retried.addEventListener('load', resolve);
    retried.addEventListener('error', reject);
    link.replaceWith(retried);
  });
}

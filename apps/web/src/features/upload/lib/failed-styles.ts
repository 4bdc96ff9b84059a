/**
 * Requests the style sheets again that did not load. Vite inserts the sheets of a module once, with its first
 * import: after a failure, the next import would succeed without them (seen in Chromium 156 with Vite 8.3).
 *
 * @throws Event `error` if one fails again
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
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', reject);
    link.replaceWith(again);
  });
}

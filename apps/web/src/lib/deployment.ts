const KEY = 'reloadedForBuild';

/** Returns the entry script of a page; its name identifies the build. */
const entryOf = (page: Document) =>
  page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;

let looking: Promise<void> | undefined;

/**
 * Reloads the page if the portal now serves another build. Call it when a file fails to load: a page from
 * before a deployment requests files that no longer exist. Without the check, a reload while offline would
 * lose the page and its input.
 *
 * @returns resolves when the page stays; never, when it reloads
 */
export function reloadIfDeployed(): Promise<void> {
  looking ??= servesAnotherBuild()
    .then((another) => (another ? reloadOnce() : undefined))
    .finally(() => {
      looking = undefined;
    });
  return looking;
}

async function servesAnotherBuild(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' });
    if (!response.ok) return false;
    const served = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
    return served !== null && served !== entryOf(document);
  } catch {
    return false;
  }
}

/** Reloads once for each build: two builds served in turn must not cause an endless reload. */
async function reloadOnce(): Promise<void> {
  const build = entryOf(document) ?? '';
  try {
    if (sessionStorage.getItem(KEY) === build) return;
    sessionStorage.setItem(KEY, build);
  } catch {
    return;
  }
  location.reload();
  await new Promise<never>(() => undefined);
}

const KEY = 'reloadedForBuild';

/** Returns the entry script of a page; its name identifies the build. */
const entryOf = (page: Document) =>
  page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;

let check: Promise<void> | undefined;

/**
 * Reloads the page if the portal serves a different build. Call it when a file fails to load: after a deployment,
 * an open page requests files that no longer exist. Does not reload while offline, which would lose the page and
 * its input.
 *
 * @returns a promise that resolves unless the page reloads
 */
export function reloadIfDeployed(): Promise<void> {
  check ??= servesOtherBuild()
    .then((isOtherBuild) => (isOtherBuild ? reloadOnce() : undefined))
    .finally(() => {
      check = undefined;
    });
  return check;
}

async function servesOtherBuild(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' });
    if (!response.ok) return false;
    const servedEntry = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
    return servedEntry !== null && servedEntry !== entryOf(document);
  } catch {
    return false;
  }
}

/** Reloads once per build, because two builds behind one URL would cause endless reloads. */
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

const KEY = 'reloadedForBuild';

/** The script that this page began with; its name tells the build. */
const entryOf = (page: Document) =>
  page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;

let looking: Promise<void> | undefined;

/**
 * A page from before a deployment looks for files that are gone. When one could not be loaded, this asks whether the
 * portal serves another build by now, and only then reloads: without a connection a reload would lose the page, and
 * what was typed into it.
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

/** Once for each build: two builds that are served in turn must not make the page reload for ever. */
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

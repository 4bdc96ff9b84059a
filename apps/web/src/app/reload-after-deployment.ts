const KEY = 'reloadedForBuild';

/**
 * A page from before a deployment looks for files that are gone: it reloads, once for each build, so that a file that
 * is really missing does not make it reload for ever.
 */
export function reloadAfterDeployment(build: string = import.meta.url): void {
  addEventListener('vite:preloadError', (event) => {
    try {
      if (sessionStorage.getItem(KEY) === build) return;
      sessionStorage.setItem(KEY, build);
    } catch {
      // Without storage nothing would stop a loop of reloads.
      return;
    }
    event.preventDefault();
    location.reload();
  });
}

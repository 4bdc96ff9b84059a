/**
 * Matches the address in the text of `() => import('./part-1a2b.js')`, as sources and every bundler leave it.
 */
const IMPORTED = /\bimport\(\s*["'`]([^"'`]+)["'`]/;

/**
 * Makes an import repeatable. A browser remembers for the lifetime of a page that a module failed to load. It
 * fails the next `import()` of that module without a request (HTML, 8.1.4.2 "fetch a single module script").
 * A different query makes it a different module from the same file.
 *
 * @param load imports a module of this app by a literal address
 */
export function retryableImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failures = 0;
  return async () => {
    const address = failures > 0 ? IMPORTED.exec(String(load))?.[1] : undefined;
    try {
      if (address === undefined) return await load();
      // All files of a build are in one folder.
      const again = new URL(address, import.meta.url);
      again.searchParams.set('again', String(failures));
      return await import(/* @vite-ignore */ again.href);
    } catch (error) {
      failures += 1;
      throw error;
    }
  };
}

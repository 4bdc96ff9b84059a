/** The address in the text of `() => import('./part-1a2b.js')`, as sources and every bundler leave it. */
const IMPORTED = /\bimport\(\s*["'`]([^"'`]+)["'`]/;

/**
 * A load that can be asked for again. A browser keeps in mind, for as long as the page stays, that a module did not
 * arrive, and fails the next `import()` of it without asking (HTML, 8.1.4.2 "fetch a single module script"). Another
 * query makes it another module, which the same file answers.
 *
 * @param load imports a module of this app by an address that it names itself
 */
export function loadAgain<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failures = 0;
  return async () => {
    const address = failures > 0 ? IMPORTED.exec(String(load))?.[1] : undefined;
    try {
      if (address === undefined) return await load();
      // All files of a build lie beside each other.
      const again = new URL(address, import.meta.url);
      again.searchParams.set('again', String(failures));
      return await import(/* @vite-ignore */ again.href);
    } catch (error) {
      failures += 1;
      throw error;
    }
  };
}

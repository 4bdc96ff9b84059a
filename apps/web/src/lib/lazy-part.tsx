import { type ComponentType, lazy, useState } from 'react';
import { reloadIfDeployed } from './deployment.js';

/** A lazily loaded component that can be preloaded. */
export interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Loads it ahead of use; a failure surfaces only when it is rendered. */
  preload: () => void;
}

/** A component failed to load; see {@link retryParts}. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

const retries = new Set<() => void>();

/**
 * Lets failed parts be fetched again on the next render; React's `lazy` remembers a failure. Calling `import()` again
 * suffices: since 2026 browsers do not remember a module that could not be fetched, nor one that it imports (HTML,
 * "fetch a single module script"; seen in Chromium 156). Older ones do until the page is reloaded.
 */
export function retryParts(): void {
  for (const retry of retries) retry();
  retries.clear();
}

/**
 * Like React's `lazy`, except that a loaded part renders at once, and a failed one can be retried. React
 * itself would show the fallback first, and keep it for 300 ms to avoid a flash.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let ready: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    const module = await load();
    ready = module.default;
    return module;
  };
  const later = () =>
    lazy(async () => {
      try {
        return await fetchPart();
      } catch (error) {
        await reloadIfDeployed();
        retries.add(() => {
          Later = later();
        });
        throw new ChunkLoadError(error);
      }
    }) as unknown as ComponentType<Props>;
  let Later = later();
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, when its module loads
  function Part(props: Props) {
    // Chosen once: another component type would remount and lose its state.
    const [Shown] = useState(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { preload: () => void fetchPart().catch(() => undefined) });
}

import { type ComponentType, lazy, useState } from 'react';
import { reloadIfDeployed } from './deployment.js';

/** A lazily loaded component that can be preloaded. */
export interface LazyComponent<Props> {
  (props: Props): React.ReactNode;
  /** Loads the component early. A failure is reported only when the component is rendered. */
  preload: () => void;
}

/** Error for a component that failed to load; see {@link retryFailedChunks}. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

const retries = new Set<() => void>();

/**
 * Makes the next render fetch failed components again, because `lazy` of React caches a failure. Browsers retry a
 * failed import since 2026 (HTML, "fetch a single module script"; Chromium 156). Older browsers need a reload.
 */
export function retryFailedChunks(): void {
  for (const retry of retries) retry();
  retries.clear();
}

/**
 * Like `lazy` of React, but renders a loaded component at once, and can retry a failed one. React itself shows the
 * fallback first, and for at least 300 ms.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchComponent = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const createLazy = () =>
    lazy(async () => {
      try {
        return await fetchComponent();
      } catch (error) {
        await reloadIfDeployed();
        retries.add(() => {
          Lazy = createLazy();
        });
        throw new ChunkLoadError(error);
      }
    }) as unknown as ComponentType<Props>;
  let Lazy = createLazy();
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, when its module loads
  function Component(props: Props) {
    // Keeps the first choice: another component type would remount and lose its state.
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Component, { preload: () => void fetchComponent().catch(() => undefined) });
}

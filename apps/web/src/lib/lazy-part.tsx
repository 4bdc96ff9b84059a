import { type ComponentType, lazy, useState } from 'react';
import { reloadIfDeployed } from './deployment.js';
import { loadAgain } from './retryable-import.js';

/** A part of the interface that is loaded when it is first shown, or ahead of that. */
export interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Fetches it ahead; a failure is left to the moment when it is shown. */
  preload: () => void;
}

/** A part of the interface did not arrive; see {@link retryParts}. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

const retries = new Set<() => void>();

/** Lets parts that did not arrive be fetched again when they are shown next; React's `lazy` remembers a failure. */
export function retryParts(): void {
  for (const retry of retries) retry();
  retries.clear();
}

/**
 * Like React's `lazy`, except that a part which is there already is shown at once, and that one which failed can be
 * tried again. React itself would show the fallback first, and then keep it for 300 ms so that it does not flash.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let ready: ComponentType<Props> | undefined;
  const loadPart = loadAgain(load);
  const fetchPart = async () => {
    const module = await loadPart();
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
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is loaded
  function Part(props: Props) {
    // Chosen once: another component in its place would begin anew.
    const [Shown] = useState(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { preload: () => void fetchPart().catch(() => undefined) });
}

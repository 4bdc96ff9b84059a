import { type ComponentType, lazy, useState } from 'react';

/** A part of the interface that is loaded when it is first shown, or ahead of that. */
export interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Fetches it ahead; a failure is left to the moment when it is shown. */
  preload: () => void;
}

/**
 * Like React's `lazy`, except that a part which is there already is shown at once. React itself would show the
 * fallback first, and then keep it for 300 ms so that it does not flash.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let ready: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    const module = await load();
    ready = module.default;
    return module;
  };
  const Later = lazy(loadOnce) as unknown as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is loaded
  function Part(props: Props) {
    // Chosen once: another component in its place would begin anew.
    const [Shown] = useState(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { preload: () => void loadOnce().catch(() => undefined) });
}

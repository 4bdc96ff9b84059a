/** A function that runs at most once in an interval. */
export interface Throttled {
  /** Runs now, or once the interval since the last run has passed. */
  (): void;
  /** Cancels a run that is due. */
  cancel: () => void;
}

/** Limits how often a function runs. The last call is never dropped: it runs at the end of the interval. */
export function throttled(run: () => void, intervalMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const runNow = () => {
    isDue = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) runNow();
    }, intervalMs);
    run();
  };
  const call = () => {
    if (timer === undefined) runNow();
    else isDue = true;
  };
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
  };
  return Object.assign(call, { cancel });
}

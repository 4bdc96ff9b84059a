import { type Body, EventManager, type Meta, type Uppy } from '@uppy/core';

/** Follows what the dialog's buttons do to one transfer: pause, start again, cancel, remove. */
export class TransferControl {
  cancelled = false;
  private paused = false;
  private abort = new AbortController();
  private wake: () => void = () => undefined;
  private readonly events: EventManager<Meta, Body>;

  constructor(uppy: Uppy<Meta, Body>, fileId: string) {
    this.events = new EventManager(uppy);
    const cancel = () => {
      this.cancelled = true;
      this.interrupt();
    };
    this.events.onFileRemove(fileId, cancel);
    this.events.onCancelAll(fileId, cancel);
    this.events.onFilePause(fileId, (paused) => this.setPaused(paused));
    this.events.onPauseAll(fileId, () => this.setPaused(true));
    this.events.onResumeAll(fileId, () => this.setPaused(false));
  }

  release(): void {
    this.events.remove();
  }

  /** Waits while the transfer is paused, then returns a signal that aborts when it is paused again or cancelled. */
  async running(): Promise<AbortSignal> {
    while (this.paused && !this.cancelled) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    this.abort = new AbortController();
    if (this.cancelled) this.abort.abort();
    return this.abort.signal;
  }

  private setPaused(paused: boolean): void {
    this.paused = paused;
    if (paused) this.interrupt();
    else this.wake();
  }

  private interrupt(): void {
    this.abort.abort();
    this.wake();
  }
}

/** Waits; an aborted signal ends the wait early. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits for a connection; an aborted signal ends the wait early. */
export async function online(signal: AbortSignal): Promise<void> {
  if (navigator.onLine || signal.aborted) return;
  await new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}

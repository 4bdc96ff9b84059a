import type { ViewingUpdate } from '@secure-preview/contracts';
import { isSessionExpired } from '../../../lib/http-error.js';
import { logFailure } from '../../../lib/log.js';
import { startViewingSession, updateViewingSession } from '../api/viewing.js';

/**
 * Viewing session of one mounted player, created when playback first starts. Logs failures to the console, and
 * notifies the listener when the login session has expired.
 */
export class ViewingSession {
  private id: Promise<string | null> | null = null;
  private lastReport = '';
  private sending: Promise<void> = Promise.resolve();
  /** Whether playback has started, so a failed creation is retried with the next report. */
  private hasStarted = false;
  private onExpired: () => void = () => undefined;

  constructor(private readonly trailerId: string) {}

  /** Sets the listener for an expired login session. Returns a function that removes it. */
  setExpiredListener(listener: () => void): () => void {
    this.onExpired = listener;
    return () => {
      this.onExpired = () => undefined;
    };
  }

  /** Creates the session unless it exists. */
  start(): void {
    this.hasStarted = true;
    this.id ??= startViewingSession(this.trailerId).catch((error: unknown) => {
      logFailure('The viewing session could not be created', error);
      if (isSessionExpired(error)) {
        this.hasStarted = false;
        this.onExpired();
      }
      this.id = null;
      return null;
    });
  }

  /** Sends a watch report unless it is unchanged. Resolves when the server has responded. */
  async report(update: ViewingUpdate): Promise<void> {
    const serialized = JSON.stringify(update);
    if (serialized === this.lastReport) return this.sending;
    if (this.hasStarted) this.start();
    const id = await this.id;
    if (!id) return;
    this.lastReport = serialized;
    this.sending = this.send(id, update);
    await this.sending;
  }

  private async send(id: string, update: ViewingUpdate): Promise<void> {
    try {
      await updateViewingSession(id, update);
    } catch (error) {
      this.lastReport = '';
      logFailure('The viewing session could not be updated', error);
      if (isSessionExpired(error)) this.onExpired();
    }
  }
}

import type { ViewingUpdate } from '@secure-preview/contracts';
import { isSessionExpired } from '../../../lib/http-error.js';
import { logFailure } from '../../../lib/log.js';
import { startViewingSession, updateViewingSession } from '../api/viewing.js';

/**
 * The viewing session of one mounted player: created at the first start, updated afterwards. Failures are
 * logged to the console, except an expired session.
 */
export class ViewingSession {
  private id: Promise<string | null> | null = null;
  private lastReport = '';
  private sending: Promise<void> = Promise.resolve();
  /** Whether the video has started. From then on, a session that could not be created is retried. */
  private wanted = false;
  private onExpired: () => void = () => undefined;

  constructor(private readonly trailerId: string) {}

  /** Sets the listener for an expired session; returns a function that removes it. */
  whenExpired(listener: () => void): () => void {
    this.onExpired = listener;
    return () => {
      this.onExpired = () => undefined;
    };
  }

  /** Creates the session unless it exists. */
  start(): void {
    this.wanted = true;
    this.id ??= startViewingSession(this.trailerId).catch((error: unknown) => {
      logFailure('The viewing session could not be created', error);
      if (isSessionExpired(error)) {
        this.wanted = false;
        this.onExpired();
      }
      this.id = null;
      return null;
    });
  }

  /** Sends what was watched, skipping an unchanged report. Resolves when the server has answered. */
  async report(update: ViewingUpdate): Promise<void> {
    const asText = JSON.stringify(update);
    if (asText === this.lastReport) return this.sending;
    if (this.wanted) this.start();
    const id = await this.id;
    if (!id) return;
    this.lastReport = asText;
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

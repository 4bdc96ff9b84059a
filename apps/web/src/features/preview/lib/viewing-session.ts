import type { ViewingUpdate } from '@secure-preview/contracts';
import { logFailure } from '../../../lib/log.js';
import { startViewingSession, updateViewingSession } from '../api/viewing.js';
import { type OnAccessLost, reportLostAccess } from './access-lost.js';

/**
 * Viewing session of one mounted player, created when playback first starts. Logs failures to the console, and
 * notifies the listener when the login session has expired, or the visitor's access has ended.
 */
export class ViewingSession {
  private id: Promise<string | null> | null = null;
  private lastReport = '';
  private sending: Promise<void> = Promise.resolve();
  /** Whether playback has started, so a failed creation is retried with the next report. */
  private hasStarted = false;
  private onAccessLost: OnAccessLost = () => undefined;

  constructor(private readonly trailerId: string) {}

  /** Sets the listener for the end of the login session or of access. Returns a function that removes it. */
  setAccessListener(listener: OnAccessLost): () => void {
    this.onAccessLost = listener;
    return () => {
      this.onAccessLost = () => undefined;
    };
  }

  /** Creates the session unless it exists. */
  start(): void {
    this.hasStarted = true;
    this.id ??= startViewingSession(this.trailerId).catch((error: unknown) => {
      logFailure('The viewing session could not be created', error);
      if (reportLostAccess(error, this.onAccessLost)) this.hasStarted = false;
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
      reportLostAccess(error, this.onAccessLost);
    }
  }
}

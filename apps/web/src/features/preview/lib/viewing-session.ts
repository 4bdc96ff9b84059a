import {
  type PlayedRange,
  type PlayerReport,
  type ViewingUpdate,
  viewingLimits,
} from '@secure-preview/contracts';
import { logFailure } from '../../../lib/log.js';
import { signalPlayer, startViewingSession, updateViewingSession } from '../api/viewing.js';
import { type OnAccessLost, reportLostAccess } from './access-lost.js';
import type { PlayerState } from './player/player-state.js';

/**
 * Viewing session of one mounted player, created when playback first starts, or the visitor first seeks. Logs failures to the console, and
 * notifies the listener when the login session has expired, or the visitor's access has ended.
 */
export class ViewingSession {
  private id: Promise<string | null> | null = null;
  private lastReport = '';
  private sending: Promise<void> = Promise.resolve();
  /** Number of plays that the server has stored and that cannot become longer. */
  private settledPlays = 0;
  /** Time of the first play in milliseconds of `performance.now()`. */
  private firstPlayAt: number | null = null;
  /** Milliseconds since the first play, of the last state of the player. */
  private lastStateAt = -1;
  /** Whether playback has started, so a failed creation is retried with the next report. */
  private hasStarted = false;
  /** Whether the last report said that the player is closed. */
  private isClosed = false;
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
    this.firstPlayAt ??= performance.now();
    this.create();
  }

  private create(): void {
    this.id ??= startViewingSession(this.trailerId).catch((error: unknown) => {
      logFailure('The viewing session could not be created', error);
      if (reportLostAccess(error, this.onAccessLost)) this.hasStarted = false;
      this.id = null;
      return null;
    });
  }

  /**
   * Sends a watch report unless it is unchanged. Resolves when the server has responded.
   *
   * @param plays all plays since the page opened; only those that the server may lack are sent
   * @param state what the player does
   */
  async report(
    update: ViewingUpdate,
    plays: readonly PlayedRange[] = [],
    state?: PlayerState,
  ): Promise<void> {
    const serialized = JSON.stringify([update, plays, state]);
    if (serialized === this.lastReport) return this.sending;
    if (this.hasStarted) this.start();
    // A page is sent segments also for seeks before the first play.
    else if (update.seeks || update.watermarkLosses) this.create();
    if (state) this.isClosed = state.state === 'closed';
    const player = state && this.hasStarted ? this.playerReport(state) : undefined;
    const id = await this.id;
    if (!id) return;
    this.lastReport = serialized;
    const body = { ...update, ...(player ? { player } : {}) };
    const sent = this.send(id, body, plays.slice(0, viewingLimits.maxPlays));
    // Exit waits for all reports: one that arrives after it would fail.
    this.sending = Promise.all([this.sending, sent]).then(() => undefined);
    await this.sending;
  }

  /** Sends the state of the player. A failure is not repeated: the next state follows. */
  async signal(state: PlayerState): Promise<void> {
    // A signal that was due when the visitor left would open the player again.
    if (this.isClosed && state.state !== 'playing') return;
    const report = this.playerReport(state);
    const id = await this.id;
    if (!id) return;
    try {
      await signalPlayer(id, report);
    } catch (error) {
      reportLostAccess(error, this.onAccessLost);
    }
  }

  /** Returns a report on the state of the player, later than all earlier ones. */
  private playerReport(state: PlayerState): PlayerReport {
    const now = performance.now();
    this.lastStateAt = Math.max(this.lastStateAt + 1, Math.round(now - (this.firstPlayAt ?? now)));
    return { trailerId: this.trailerId, ...state, at: this.lastStateAt };
  }

  private async send(
    id: string,
    update: ViewingUpdate & { player?: PlayerReport },
    plays: readonly PlayedRange[],
  ): Promise<void> {
    const first = this.settledPlays;
    const ranges = plays.slice(first, first + viewingLimits.maxRangesPerUpdate);
    try {
      await updateViewingSession(id, ranges.length > 0 ? { ...update, plays: { first, ranges } } : update);
      this.settledPlays = Math.max(this.settledPlays, first + ranges.length - 1);
    } catch (error) {
      this.lastReport = '';
      logFailure('The viewing session could not be updated', error);
      reportLostAccess(error, this.onAccessLost);
    }
  }
}

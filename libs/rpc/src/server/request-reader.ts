import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../connection/connection.js';

/** Requests taken in one read; few, so that other replicas get requests too. */
const MAX_BATCH = 16;
/** Seconds for which a read blocks in Redis. */
const BLOCK_SECONDS = 1;
/** Milliseconds between checks for a connection. */
const RECONNECT_POLL_MS = 50;

interface ReaderOptions {
  connection: Connection;
  list: string;
  maxInFlight: number;
  /** Reader with priority. While it is backlogged, this reader pauses. */
  yieldsTo?: RequestReader | undefined;
  onItem: (item: string) => Promise<void>;
}

/** Takes requests off a list, as long as fewer than `maxInFlight` are in progress. */
export class RequestReader {
  private readonly options: ReaderOptions;
  private readonly inFlight = new Set<Promise<void>>();
  private state: 'reading' | 'emptying' | 'stopped' = 'reading';
  private loop: Promise<void> | undefined;
  private resume: (() => void) | undefined;
  private backlogged = false;
  private caughtUpListener: (() => void) | undefined;
  private connectionId: number | undefined;

  constructor(options: ReaderOptions) {
    this.options = options;
    options.yieldsTo?.onCaughtUp(() => this.resume?.());
    const { redis } = options.connection;
    redis.on('ready', () => {
      redis.client('ID').then(
        (id) => {
          this.connectionId = id;
        },
        () => undefined,
      );
    });
  }

  /** Id of the reading connection, with which another connection can end its blocking read. */
  get clientId(): number | undefined {
    return this.connectionId;
  }

  /** Whether the last read was full, so that more requests may wait. */
  get isBacklogged(): boolean {
    return this.backlogged;
  }

  /** Calls `listener` whenever this reader is no longer backlogged. */
  onCaughtUp(listener: () => void): void {
    this.caughtUpListener = listener;
  }

  start(): void {
    this.loop ??= this.read();
  }

  /** Stops reading; with `emptyList`, only once the list is empty. */
  stop({ emptyList }: { emptyList: boolean }): void {
    this.state = emptyList && this.state !== 'stopped' ? 'emptying' : 'stopped';
    this.resume?.();
  }

  /** Resolves once the last read after `stop` has ended. */
  async stopped(): Promise<void> {
    await this.loop;
  }

  /** Resolves once every request taken so far is answered. Call it after `stopped`. */
  async idle(): Promise<void> {
    await Promise.all(this.inFlight);
  }

  private async read(): Promise<void> {
    while (this.state !== 'stopped') {
      const room = this.options.maxInFlight - this.inFlight.size;
      if (room <= 0 || this.options.yieldsTo?.isBacklogged) {
        await new Promise<void>((resolve) => {
          this.resume = resolve;
        });
        continue;
      }
      const count = Math.min(room, MAX_BATCH);
      const items = await this.take(count);
      this.updateBacklog(items.length === count);
      if (items.length === 0 && this.state === 'emptying') break;
      for (const item of items) this.handle(item);
    }
    this.updateBacklog(false);
  }

  private updateBacklog(backlogged: boolean): void {
    const caughtUp = this.backlogged && !backlogged;
    this.backlogged = backlogged;
    if (caughtUp) this.caughtUpListener?.();
  }

  private async take(count: number): Promise<string[]> {
    const { connection, list } = this.options;
    if (!connection.isReady) {
      await delay(RECONNECT_POLL_MS);
      return [];
    }
    try {
      const { redis } = connection;
      // While backlogged, polls without blocking, because the lower-priority reader waits for this one.
      const taken = this.backlogged
        ? await redis.lmpop(1, list, 'LEFT', 'COUNT', count)
        : await redis.blmpop(BLOCK_SECONDS, 1, list, 'LEFT', 'COUNT', count);
      return taken?.[1] ?? [];
    } catch {
      // The connection was lost, which `Connection` logs, or CLIENT UNBLOCK ended the read.
      return [];
    }
  }

  private handle(item: string): void {
    const work = this.options.onItem(item);
    this.inFlight.add(work);
    void work.finally(() => {
      this.inFlight.delete(work);
      this.resume?.();
    });
  }
}

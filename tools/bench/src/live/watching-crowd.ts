import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { PlayerReport } from '@secure-preview/contracts';
import { enteredVisitor, type VisitorClient } from '../entry/visitor-client.js';
import { inGroups } from '../in-groups.js';
import { ViewerStream } from '../streams/viewer-stream.js';

/** Milliseconds between two reports of a player with an event stream (docs/product.md#live). */
const REPORT_MS = 9000;

/** The shown trailer. */
export interface ShownTrailer {
  readonly id: string;
  /** Path of its playlist. */
  readonly filePath: string;
}

/** A visitor without a browser, who plays the trailer. */
export interface WatchingVisitor {
  readonly visitor: VisitorClient;
  readonly stream: ViewerStream;
}

/** Visitors who play the trailer: each with an event stream and reports. */
export class WatchingCrowd {
  private readonly stopped = new AbortController();
  private readonly reporting: Promise<void>[] = [];
  private reports = 0;
  /** Reports that were refused, or whose connection broke. */
  private failed = 0;

  private constructor(readonly visitors: readonly WatchingVisitor[]) {}

  /** Lets visitors enter, each at one of the gateways in turn. */
  static async enter(
    gateways: readonly string[],
    trailer: ShownTrailer,
    count: number,
  ): Promise<WatchingCrowd> {
    const players: [WatchingVisitor, string][] = await inGroups(
      Array.from({ length: count }, (_, index) => index),
      async (index) => {
        const url = gateways[index % gateways.length] ?? '';
        const ip = `10.8.${Math.floor(index / 250)}.${index % 250}`;
        const visitor = await enteredVisitor(url, `viewer-${index}@live.example`, ip);
        const playlist = await visitor.send(url + trailer.filePath);
        if (playlist.status !== 200) throw new Error(`a playlist was refused with ${playlist.status}`);
        const begun = await visitor.send(`${url}/api/viewing-session`, { trailerId: trailer.id });
        const player = `${url}/api/viewing-session/${(begun.json as { id: string }).id}/player`;
        const stream = await ViewerStream.open(visitor, { url, trailerId: trailer.id });
        return [{ visitor, stream }, player];
      },
    );
    const crowd = new WatchingCrowd(players.map(([visitor]) => visitor));
    // Each viewer listens to this signal.
    setMaxListeners(0, crowd.stopped.signal);
    for (const [index, [{ visitor }, player]] of players.entries())
      crowd.reporting.push(crowd.report(visitor, player, trailer.id, (index / count) * REPORT_MS));
    return crowd;
  }

  /** Closes all streams. Returns the share of failed reports: the crowd was smaller by so much. */
  async leave(): Promise<number> {
    this.stopped.abort();
    for (const { stream } of this.visitors) stream.close();
    await Promise.all(this.reporting);
    return this.failed / Math.max(1, this.reports);
  }

  /** Reports that a player plays, until its playback is ended. @param offsetMs spreads the reports of all players */
  private async report(
    visitor: VisitorClient,
    url: string,
    trailerId: string,
    offsetMs: number,
  ): Promise<void> {
    const { signal } = this.stopped;
    const startedAt = performance.now();
    for (let due = offsetMs; !signal.aborted; due += REPORT_MS) {
      await delay(startedAt + due - performance.now(), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const at = Math.round(performance.now() - startedAt);
      const report: PlayerReport = { trailerId, state: 'playing', position: (at / 1000) % 100, at };
      this.reports += 1;
      // A page does not repeat a failed report either: the next one follows.
      const answer = await visitor.send(url, report, 'PUT').catch(() => undefined);
      if (answer?.status === 403) return;
      if (answer?.status !== 200) this.failed += 1;
    }
  }
}

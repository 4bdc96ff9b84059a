import { setTimeout as sleep } from 'node:timers/promises';
import { viewerCookie } from '../viewer-cookie.js';
import { AddressBook } from './address-book.js';
import { HttpVisitor } from './http-visitor.js';
import { chooseBest, type MediaPlaylist, readMediaPlaylist } from './playlists.js';
import type { Counters } from './tally.js';

/** Milliseconds between two reports of a player (docs/product.md#playback). */
const REPORT_MS = 10_000;

/** A site where a viewer watches. */
export interface Site {
  url: string;
  /** Signs an address if the server does not; absent for the portal. */
  sign?: (path: string) => string;
  /** True for the portal: viewers pass the gate and report what they watch. */
  portal: boolean;
  /** Path of the multivariant playlist. */
  playlist: string;
}

interface Track extends MediaPlaylist {
  seconds: number;
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

/**
 * A viewer who watches the film in a loop from a random position. Requests a segment when the previous one
 * has played.
 */
export class Viewer {
  private readonly http: HttpVisitor;
  private cookie: string | undefined;
  private tracks: Track[] = [];
  private readonly addresses = new AddressBook();
  /** Whether the portal relays segments, so it gives no addresses. */
  private isRelayed = false;

  constructor(
    private readonly site: Site,
    private readonly counters: Counters,
    private readonly stopped: AbortSignal,
  ) {
    this.http = new HttpVisitor(counters);
  }

  /** Passes the gate, and fetches what a player reads before its first segment. */
  async enter(): Promise<void> {
    if (this.site.portal) this.cookie = await viewerCookie(this.site.url);
    const choice = chooseBest(await this.text(this.site.playlist));
    const paths = [choice.video, choice.audio].filter((path) => path !== undefined);
    for (const path of paths) {
      const playlist = readMediaPlaylist(await this.text(path));
      const seconds = playlist.parts.reduce((sum, { duration }) => sum + duration, 0);
      if (!(seconds > 0)) throw new Error(`${path} contains no segments`);
      this.tracks.push({ ...playlist, seconds });
    }
    for (const key of new Set(this.tracks.flatMap(({ keys }) => keys))) {
      const { bytes } = await this.expect(key, 200);
      if (bytes !== 16) throw new Error(`a key of ${bytes} bytes`);
    }
    for (const { map } of this.tracks)
      if (map !== undefined) await this.segment(map, Number.POSITIVE_INFINITY);
  }

  /** Watches until stopped. */
  async watch(): Promise<void> {
    const seconds = this.tracks[0]?.seconds ?? 0;
    const from = Math.random() * seconds;
    const began = performance.now();
    const work = this.tracks.map((track) => this.play(track, from, began));
    if (this.site.portal) work.push(this.report(seconds, from, began));
    await Promise.all(work);
    this.http.close();
  }

  private async play({ parts, seconds }: Track, from: number, began: number): Promise<void> {
    for (let loop = 0; ; loop += 1) {
      let at = loop * seconds;
      for (const { uri, duration } of parts) {
        if (at + duration > from) {
          await this.pause(began + (at - from) * 1000);
          if (this.stopped.aborted) return;
          await this.counted(() => this.segment(uri, duration));
        }
        at += duration;
      }
    }
  }

  private async report(seconds: number, from: number, began: number): Promise<void> {
    let path: string | undefined;
    await this.counted(async () => {
      await this.expect('/api/access-log', 200, 'POST');
      const { body } = await this.expect('/api/viewing-session', 200, 'POST');
      path = `/api/viewing-session/${(JSON.parse(body.toString()) as { id: string }).id}`;
    });
    for (let next = began + REPORT_MS; path !== undefined; next += REPORT_MS) {
      await this.pause(next);
      if (this.stopped.aborted) return;
      const to = from + (performance.now() - began) / 1000;
      const watched = Math.min(to - from, seconds);
      const ranges =
        watched === seconds
          ? [[0, seconds]]
          : [[from, Math.min(to, seconds)], ...(to > seconds ? [[0, to - seconds]] : [])];
      const completed = String(watched >= 0.9 * seconds);
      await this.counted(() =>
        this.expect(path ?? '', 200, 'PATCH', { duration: clock(watched), completed, ranges }),
      );
    }
  }

  /** Fetches one segment as the page does: from the address in the store if the portal gives addresses. */
  private async segment(path: string, duration: number): Promise<void> {
    const began = performance.now();
    const { address, answerMs } = await this.addressOf(path);
    const answer = await (address === undefined ? this.front(path) : this.http.ask(address));
    if (answer.status !== 200) throw new Error(`a segment answered ${answer.status}`);
    if (answer.bytes === 0) throw new Error('a segment of no bytes');
    const wholeMs = performance.now() - began;
    this.counters.segment({
      answerMs: address === undefined ? answer.headMs : answerMs,
      wholeMs,
      fromFront: address === undefined ? answer.bytes : 0,
      fromStore: address === undefined ? 0 : answer.bytes,
      late: wholeMs > duration * 1000,
    });
  }

  /** Returns a segment's address in the store, and the milliseconds of the request for it, if there was one. */
  private async addressOf(path: string): Promise<{ address?: string | undefined; answerMs?: number }> {
    if (!this.site.portal || this.isRelayed) return {};
    const known = this.addresses.find(path);
    if (known !== undefined) return { address: known };
    const { body, headMs } = await this.expect(AddressBook.pathFor(path), 200);
    const address = this.addresses.keep(path, body);
    this.isRelayed = address === undefined;
    return { address, answerMs: headMs };
  }

  private front(path: string, method = 'GET', json?: unknown, keep = false) {
    this.counters.request();
    const signed = this.site.sign?.(path) ?? path;
    const cookie = this.cookie === undefined ? {} : { cookie: this.cookie };
    return this.http.ask(this.site.url + signed, { ...cookie, method, json, keep });
  }

  private async expect(path: string, status: number, method = 'GET', json?: unknown) {
    const answer = await this.front(path, method, json, true);
    if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer;
  }

  private async text(path: string): Promise<string> {
    return (await this.expect(path, 200)).body.toString();
  }

  /** Waits until a time of `performance.now()`, unless stopped before. */
  private async pause(until: number): Promise<void> {
    const left = until - performance.now();
    if (left > 0) await sleep(left, undefined, { signal: this.stopped }).catch(() => undefined);
  }

  private async counted(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.counters.error((error as Error).message);
    }
  }
}

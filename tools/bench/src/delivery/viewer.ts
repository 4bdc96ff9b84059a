import { setTimeout as sleep } from 'node:timers/promises';
import { viewerCookie } from '../viewer-cookie.js';
import { HttpVisitor } from './http-visitor.js';
import { openEvents } from './open-events.js';
import { chooseBest, type MediaPlaylist, readMediaPlaylist } from './playlists.js';
import { SegmentUrls } from './segment-urls.js';
import type { Counters } from './tally.js';

/** Milliseconds between two reports of a player without an event stream (docs/product.md#playback). */
const REPORT_MS = 5000;

/** A site where a viewer watches. */
export interface Site {
  url: string;
  /** Signs a URL if the server does not; absent for the portal. */
  sign?: (path: string) => string;
  /** True for the portal: viewers pass the gate and report what they watch. */
  portal: boolean;
  /** Path of the multivariant playlist. */
  playlist: string;
  /** Id of the trailer, for whose access the page keeps an event stream open. Absent for no stream. */
  trailerId?: string;
  /** Milliseconds between two reports. */
  reportMs?: number;
  /** Whether the browser plays the playlists itself, so it follows a redirect for each segment. */
  native?: boolean;
}

interface Track extends MediaPlaylist {
  seconds: number;
}

const formatMinutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

/**
 * A viewer who watches the video in a loop from a random position, and requests each segment when the previous
 * one has played.
 */
export class Viewer {
  private readonly http: HttpVisitor;
  private cookie: string | undefined;
  private tracks: Track[] = [];
  private urls: SegmentUrls | undefined;
  /** Whether the portal relays segments and returns no URLs. */
  private isRelayed = false;

  constructor(
    private readonly site: Site,
    private readonly counters: Counters,
    private readonly stopped: AbortSignal,
  ) {
    this.http = new HttpVisitor(counters);
  }

  /** Passes the gate, and fetches playlists, keys and initialisation segments. */
  async enter(): Promise<void> {
    if (this.site.portal) this.cookie = await viewerCookie(this.site.url);
    const choice = chooseBest(await this.text(this.site.playlist));
    const paths = [choice.video, choice.audio].filter((path) => path !== undefined);
    this.urls = new SegmentUrls(paths, (path) => this.expect(path, 200));
    for (const path of paths) {
      const playlist = readMediaPlaylist(await this.text(path));
      const seconds = playlist.segments.reduce((sum, { duration }) => sum + duration, 0);
      if (!(seconds > 0)) throw new Error(`${path} contains no segments`);
      this.tracks.push({ ...playlist, seconds });
    }
    for (const key of new Set(this.tracks.flatMap(({ keys }) => keys))) {
      const { bytes } = await this.expect(key, 200);
      if (bytes !== 16) throw new Error(`a key has ${bytes} bytes`);
    }
    for (const { map } of this.tracks)
      if (map !== undefined) await this.segment(map, Number.POSITIVE_INFINITY);
  }

  /** Watches until stopped. */
  async watch(): Promise<void> {
    const seconds = this.tracks[0]?.seconds ?? 0;
    const from = Math.random() * seconds;
    const startedAt = performance.now();
    const work = this.tracks.map((track) => this.play(track, from, startedAt));
    if (this.site.portal) work.push(this.report(seconds, from, startedAt));
    await Promise.all(work);
    this.http.close();
  }

  private async play({ segments, seconds }: Track, from: number, startedAt: number): Promise<void> {
    for (let loop = 0; ; loop += 1) {
      let at = loop * seconds;
      for (const { uri, duration } of segments) {
        if (at + duration > from) {
          await this.pause(startedAt + (at - from) * 1000);
          if (this.stopped.aborted) return;
          await this.counted(() => this.segment(uri, duration));
        }
        at += duration;
      }
    }
  }

  private async report(seconds: number, from: number, startedAt: number): Promise<void> {
    let path: string | undefined;
    const { trailerId, url, reportMs = REPORT_MS } = this.site;
    const closeStream =
      trailerId === undefined ? () => undefined : await openEvents(url, this.cookie ?? '', trailerId);
    await this.counted(async () => {
      await this.expect('/api/access-log', 200, 'POST');
      const { body } = await this.expect('/api/viewing-session', 200, 'POST', trailerId && { trailerId });
      path = `/api/viewing-session/${(JSON.parse(body.toString()) as { id: string }).id}`;
    });
    const player = (at: number) =>
      trailerId && {
        trailerId,
        state: 'playing',
        position: (from + at / 1000) % seconds,
        at: Math.round(at),
      };
    // The page reports the start of playback at once.
    if (trailerId !== undefined)
      await this.counted(() => this.expect(`${path}/player`, 200, 'PUT', player(0)));
    for (let next = startedAt + reportMs; path !== undefined; next += reportMs) {
      await this.pause(next);
      if (this.stopped.aborted) break;
      const to = from + (performance.now() - startedAt) / 1000;
      const watched = Math.min(to - from, seconds);
      const ranges =
        watched === seconds
          ? [[0, seconds]]
          : [[from, Math.min(to, seconds)], ...(to > seconds ? [[0, to - seconds]] : [])];
      const completed = String(watched >= 0.9 * seconds);
      const plays = { first: 0, ranges: [[from, Math.min(to, seconds)]] };
      const live = trailerId && { plays, player: player(performance.now() - startedAt) };
      const update = { duration: formatMinutes(watched), completed, ranges, ...live };
      await this.counted(() => this.expect(path ?? '', 200, 'PATCH', update));
    }
    closeStream();
  }

  /** Fetches one segment as the page does: from the store if the portal returns its URL. */
  private async segment(path: string, duration: number): Promise<void> {
    const startedAt = performance.now();
    const { url, responseMs } = await (this.site.native ? this.redirectOf(path) : this.urlOf(path));
    const response = await (url === undefined ? this.front(path) : this.http.send(url));
    if (response.status !== 200) throw new Error(`a segment responded with ${response.status}`);
    if (response.bytes === 0) throw new Error('a segment is empty');
    const segmentMs = performance.now() - startedAt;
    this.counters.segment({
      responseMs: url === undefined ? response.headMs : responseMs,
      segmentMs,
      fromFront: url === undefined ? response.bytes : 0,
      fromStore: url === undefined ? 0 : response.bytes,
      late: segmentMs > duration * 1000,
    });
  }

  /** Returns the URL of a segment in the store, and the duration of the request for it, if one was sent. */
  private async urlOf(path: string): Promise<{ url?: string | undefined; responseMs?: number }> {
    if (!this.site.portal || !this.urls || this.isRelayed) return {};
    const found = await this.urls.find(path);
    this.isRelayed = found.url === undefined;
    return found;
  }

  /** Returns the URL that the portal redirects a native player to, and the duration of the request for it. */
  private async redirectOf(path: string): Promise<{ url?: string | undefined; responseMs: number }> {
    const { location, headMs } = await this.expect(path, 302);
    return { url: location, responseMs: headMs };
  }

  private front(path: string, method = 'GET', json?: unknown, keep = false) {
    this.counters.request();
    const signed = this.site.sign?.(path) ?? path;
    const cookie = this.cookie === undefined ? {} : { cookie: this.cookie };
    return this.http.send(this.site.url + signed, { ...cookie, method, json, keep });
  }

  private async expect(path: string, status: number, method = 'GET', json?: unknown) {
    const response = await this.front(path, method, json, true);
    if (response.status !== status) throw new Error(`${method} ${path} responded with ${response.status}`);
    return response;
  }

  private async text(path: string): Promise<string> {
    return (await this.expect(path, 200)).body.toString();
  }

  /** Waits until a time of `performance.now()`, or until stopped. */
  private async pause(time: number): Promise<void> {
    const remainingMs = time - performance.now();
    if (remainingMs > 0) await sleep(remainingMs, undefined, { signal: this.stopped }).catch(() => undefined);
  }

  private async counted(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.counters.error((error as Error).message);
    }
  }
}

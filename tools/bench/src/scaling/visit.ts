import { HttpVisitor, type RequestOptions, type VisitorResponse } from '../delivery/http-visitor.js';
import { chooseBest, readMediaPlaylist } from '../delivery/playlists.js';
import { SegmentUrls } from '../delivery/segment-urls.js';
import type { Counters } from '../delivery/tally.js';
import { lead } from '../viewer-cookie.js';

/** Seconds of video between two reports of a player (docs/product.md#playback). */
const REPORT_SECONDS = 5;

/** Kinds of requests of a visitor; each is counted separately. */
export type Kind = 'page' | 'status' | 'lead capture' | 'begin' | 'playlists' | 'URLs' | 'update';

/** Called for each response of the portal. */
export type OnResponse = (kind: Kind, milliseconds: number, status: number) => void;

/**
 * One visit: all requests of a browser that passes the gate and watches the video once, without the pauses of
 * playback. Segments are fetched from the store, as in a browser.
 */
export class Visit {
  private readonly http: HttpVisitor;
  private cookie: string | undefined;
  /** Requests to the portal so far. */
  requests = 0;

  constructor(
    private readonly url: string,
    private readonly onResponse: OnResponse,
    counters: Counters,
  ) {
    this.http = new HttpVisitor(counters);
  }

  /** @param from share of the video to skip at its beginning */
  async run(from = 0): Promise<void> {
    try {
      await this.page();
      await this.gate();
      await this.watch(from);
    } finally {
      this.http.close();
    }
  }

  private async page(): Promise<void> {
    const { body } = await this.send('page', '/');
    const assets = [...body.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    for (const path of new Set(assets)) await this.send('page', path, { encodings: 'br' });
    await this.send('status', '/api/auth/status');
    await this.send('page', '/api/config');
  }

  private async gate(): Promise<void> {
    const { cookies } = await this.send('lead capture', '/api/auth/lead-capture', {
      method: 'POST',
      json: JSON.parse(lead) as unknown,
    });
    this.cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    await this.send('status', '/api/auth/status');
  }

  private async watch(from: number): Promise<void> {
    const trailer = await this.json('begin', '/api/active-trailer');
    const choice = chooseBest((await this.send('playlists', trailer['filePath'] ?? '')).body.toString());
    const paths = [choice.video, choice.audio].filter((path) => path !== undefined);
    const urls = new SegmentUrls(paths, (path) => this.send('URLs', path));
    const tracks = [];
    for (const path of paths)
      tracks.push(readMediaPlaylist((await this.send('playlists', path)).body.toString()));
    for (const key of new Set(tracks.flatMap(({ keys }) => keys))) await this.send('playlists', key);
    await this.send('begin', '/api/access-log', { method: 'POST' });
    await this.send('begin', '/api/access-check');
    const { id } = await this.json('begin', '/api/viewing-session', { method: 'POST' });
    const tracksWithInit = tracks.map(({ map, segments }) => [
      ...(map === undefined ? [] : [{ uri: map, duration: 0 }]),
      ...segments,
    ]);
    const rounds = Math.max(...tracksWithInit.map((track) => track.length));
    const ends = Array.from({ length: rounds }, (_, index) =>
      (tracksWithInit[0] ?? []).slice(0, index + 1).reduce((sum, { duration }) => sum + duration, 0),
    );
    const reportsAfter = (index: number) =>
      Math.floor((ends[index] ?? 0) / REPORT_SECONDS) > Math.floor((ends[index - 1] ?? 0) / REPORT_SECONDS);
    for (let index = Math.floor(from * rounds); index < rounds; index += 1) {
      for (const track of tracksWithInit) {
        const segment = track[index];
        if (segment !== undefined) await this.segment(segment.uri, urls);
      }
      if (!reportsAfter(index)) continue;
      const report = { duration: '0:10', completed: 'false', ranges: [[0, ends[index]]] };
      await this.send('update', `/api/viewing-session/${id}`, { method: 'PATCH', json: report });
    }
  }

  private async segment(path: string, urls: SegmentUrls): Promise<void> {
    const { url } = await urls.find(path);
    const stored = await this.http.send(url ?? '');
    if (stored.status !== 200) throw new Error(`the store responded with ${stored.status}`);
  }

  private async json(
    kind: Kind,
    path: string,
    options: RequestOptions = {},
  ): Promise<Record<string, string>> {
    return JSON.parse((await this.send(kind, path, options)).body.toString()) as Record<string, string>;
  }

  private async send(kind: Kind, path: string, options: RequestOptions = {}): Promise<VisitorResponse> {
    this.requests += 1;
    const startedAt = performance.now();
    const cookie = this.cookie === undefined ? {} : { cookie: this.cookie };
    const response = await this.http.send(this.url + path, { ...options, ...cookie, keep: true });
    this.onResponse(kind, performance.now() - startedAt, response.status);
    if (response.status !== 200)
      throw new Error(`${path} responded with ${response.status}: ${response.body.toString()}`);
    return response;
  }
}

import { AddressBook } from '../delivery/address-book.js';
import { type Answer, type Asking, HttpVisitor } from '../delivery/http-visitor.js';
import { chooseBest, readMediaPlaylist } from '../delivery/playlists.js';
import type { Counters } from '../delivery/tally.js';
import { lead } from '../viewer-cookie.js';

/** Seconds of film between two reports of a player (docs/product.md#playback). */
const REPORT_SECONDS = 10;

/** Kinds of requests of a visitor; each is counted separately. */
export type Kind = 'page' | 'status' | 'lead capture' | 'begin' | 'playlists' | 'addresses' | 'update';

/** Called for each response of the portal. */
export type Seen = (kind: Kind, milliseconds: number, status: number) => void;

/**
 * One visit: all requests of a browser that passes the gate and watches the film once. They follow each other
 * without the time of playback. Segments are fetched from the store, as a browser does.
 */
export class Visit {
  private readonly http: HttpVisitor;
  private cookie: string | undefined;
  private readonly addresses = new AddressBook();
  /** Requests to the portal so far. */
  requests = 0;

  constructor(
    private readonly url: string,
    private readonly seen: Seen,
    counters: Counters,
  ) {
    this.http = new HttpVisitor(counters);
  }

  /** @param from share of the film to skip at its beginning */
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
    const { body } = await this.ask('page', '/');
    const assets = [...body.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    for (const path of new Set(assets)) await this.ask('page', path, { encodings: 'br' });
    await this.ask('status', '/api/auth/status');
    await this.ask('page', '/api/config');
  }

  private async gate(): Promise<void> {
    const { cookies } = await this.ask('lead capture', '/api/auth/lead-capture', {
      method: 'POST',
      json: JSON.parse(lead) as unknown,
    });
    this.cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    await this.ask('status', '/api/auth/status');
  }

  private async watch(from: number): Promise<void> {
    const trailer = await this.json('begin', '/api/active-trailer');
    const choice = chooseBest((await this.ask('playlists', trailer['filePath'] ?? '')).body.toString());
    const paths = [choice.video, choice.audio].filter((path) => path !== undefined);
    const tracks = [];
    for (const path of paths)
      tracks.push(readMediaPlaylist((await this.ask('playlists', path)).body.toString()));
    for (const key of new Set(tracks.flatMap(({ keys }) => keys))) await this.ask('playlists', key);
    await this.ask('begin', '/api/access-log', { method: 'POST' });
    const { id } = await this.json('begin', '/api/viewing-session', { method: 'POST' });
    const segments = tracks.map(({ map, parts }) => [
      ...(map === undefined ? [] : [{ uri: map, duration: 0 }]),
      ...parts,
    ]);
    const rounds = Math.max(...segments.map((all) => all.length));
    const ends = Array.from({ length: rounds }, (_, index) =>
      (segments[0] ?? []).slice(0, index + 1).reduce((sum, { duration }) => sum + duration, 0),
    );
    const reportsAfter = (index: number) =>
      Math.floor((ends[index] ?? 0) / REPORT_SECONDS) > Math.floor((ends[index - 1] ?? 0) / REPORT_SECONDS);
    for (let index = Math.floor(from * rounds); index < rounds; index += 1) {
      for (const all of segments) {
        const segment = all[index];
        if (segment !== undefined) await this.segment(segment.uri);
      }
      if (!reportsAfter(index)) continue;
      const report = { duration: '0:10', completed: 'false', ranges: [[0, ends[index]]] };
      await this.ask('update', `/api/viewing-session/${id}`, { method: 'PATCH', json: report });
    }
  }

  private async segment(path: string): Promise<void> {
    const address =
      this.addresses.find(path) ??
      this.addresses.keep(path, (await this.ask('addresses', AddressBook.pathFor(path))).body);
    const stored = await this.http.ask(address ?? '');
    if (stored.status !== 200) throw new Error(`the store answered ${stored.status}`);
  }

  private async json(kind: Kind, path: string, asking: Asking = {}): Promise<Record<string, string>> {
    return JSON.parse((await this.ask(kind, path, asking)).body.toString()) as Record<string, string>;
  }

  private async ask(kind: Kind, path: string, asking: Asking = {}): Promise<Answer> {
    this.requests += 1;
    const began = performance.now();
    const cookie = this.cookie === undefined ? {} : { cookie: this.cookie };
    const answer = await this.http.ask(this.url + path, { ...asking, ...cookie, keep: true });
    this.seen(kind, performance.now() - began, answer.status);
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`);
    return answer;
  }
}

import type { Answer, Client } from '../support/client.js';

type Send = (request: () => Promise<Answer>) => Promise<Answer | undefined>;

/** Fetches the segments of the active trailer as a player does. */
export class WatchedTrailer {
  private segments: string[] = [];
  private next = 0;

  constructor(
    private readonly client: Client,
    private readonly send: Send,
  ) {}

  /** Fetches playlists and key. @returns the id of the trailer, or undefined if a request was rejected */
  async open(): Promise<string | undefined> {
    const active = (await this.get('/api/active-trailer'))?.json() as
      | { id: string; filePath: string }
      | undefined;
    const master = active && (await this.get(active.filePath));
    const rendition = /^(\/api\/media\/renditions\/\S+)$/m.exec(master?.text ?? '')?.[1];
    const playlist = rendition && (await this.get(rendition));
    if (!active || !playlist) return undefined;
    const key = /#EXT-X-KEY:METHOD=AES-128,URI="([^"]+)"/.exec(playlist.text)?.[1];
    if (!key || !(await this.get(key))) return undefined;
    this.segments = playlist.text.match(/^\/api\/media\/\S+\/segments\/\S+$/gm) ?? [];
    return active.id;
  }

  /** Returns the URL of the next segment; the first segment follows the last. */
  async segment(): Promise<string | undefined> {
    const path = this.segments[this.next % this.segments.length];
    this.next += 1;
    const answer = path && (await this.get(path));
    return answer ? (answer.headers.get('location') ?? undefined) : undefined;
  }

  private get(path: string): Promise<Answer | undefined> {
    return this.send(() => this.client.get(path));
  }
}

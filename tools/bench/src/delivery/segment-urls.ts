import { type RouteResponse, routes } from '@secure-preview/contracts';

type SegmentUrlsResponse = RouteResponse<typeof routes.playback.segmentUrls>;

/** Minimum remaining lifetime of a URL in milliseconds, as in the player. */
const MIN_REMAINING_MS = 5000;

/** Matches the end of the path of a segment or of its playlist. */
const RENDITION_FILE = /renditions\/([^/]+)\/(?:segments\/)?([^/]+)$/;

/** Sends a GET request to the portal. */
type Load = (path: string) => Promise<{ readonly body: Buffer; readonly headMs: number }>;

/** Requests and caches the URLs of segments in the object store, as the page does. */
export class SegmentUrls {
  private readonly cached = new Map<string, { readonly url: string; readonly expiresAt: number }>();
  private readonly pending = new Map<string, Promise<number>>();
  private readonly renditions: readonly string[];

  /**
   * @param playlists paths of the media playlists that play together
   * @param load requests URLs from the portal
   */
  constructor(
    playlists: readonly string[],
    private readonly load: Load,
  ) {
    this.renditions = playlists.map((path) => RENDITION_FILE.exec(path)?.[1] ?? '');
  }

  /**
   * Returns the URL of a segment, and the milliseconds of the request for it, if one was sent.
   *
   * @returns no URL if the portal relays segments
   */
  async find(segment: string): Promise<{ url?: string | undefined; responseMs?: number }> {
    const [, renditionId = '', name = ''] = RENDITION_FILE.exec(segment) ?? [];
    const key = `${renditionId}/${name}`;
    const pending = this.pending.get(key);
    if (pending) await pending;
    const url = this.urlOf(key);
    if (url !== undefined) return { url };
    const responseMs = await this.request(renditionId, name);
    return { url: this.urlOf(key), responseMs };
  }

  private urlOf(key: string): string | undefined {
    const cached = this.cached.get(key);
    return cached && performance.now() < cached.expiresAt ? cached.url : undefined;
  }

  private async request(renditionId: string, name: string): Promise<number> {
    const companion = this.renditions.find((id) => id !== renditionId);
    const keys = [renditionId, companion].map((id) => `${id}/${name}`);
    const loading = this.loadUrls(renditionId, name, companion);
    for (const key of keys) this.pending.set(key, loading);
    try {
      return await loading;
    } finally {
      for (const key of keys) this.pending.delete(key);
    }
  }

  private async loadUrls(renditionId: string, name: string, companion: string | undefined): Promise<number> {
    const path = routes.playback.segmentUrls.path
      .replace(':renditionId', renditionId)
      .replace(':name', name)
      .concat(companion === undefined ? '' : `?with=${companion}`);
    const { body, headMs } = await this.load(path);
    const response = JSON.parse(body.toString()) as SegmentUrlsResponse;
    const expiresAt = performance.now() + response.validSeconds * 1000 - MIN_REMAINING_MS;
    for (const { name, url } of response.segments)
      this.cached.set(`${renditionId}/${name}`, { url, expiresAt });
    for (const { name, url } of response.companion)
      this.cached.set(`${companion}/${name}`, { url, expiresAt });
    return headMs;
  }
}

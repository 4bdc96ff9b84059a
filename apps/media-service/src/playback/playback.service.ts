import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type BrowserAddress,
  isUuid,
  limits,
  type playbackRpc,
  type Requester,
  type RpcResult,
} from '@secure-preview/contracts';
import { mayWatch } from '../access/may-watch.js';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { TrailerKeysService } from '../secrets/trailer-keys.service.js';
import { ObjectStore } from '../storage/object-store.js';
import { mediaPlaylist, multivariantPlaylist } from './playlists.js';
import { PosterAccessRepository } from './poster-access.repository.js';
import { type RecentRendition, RecentRenditionsService } from './recent-renditions.service.js';
import { type PlayableTrailer, segmentAt, segmentType, segmentWindow } from './rendition.js';
import { RenditionRepository } from './rendition.repository.js';

type Methods = typeof playbackRpc.methods;
type PresignedUrl = RpcResult<Methods['signPoster']>;
type SignedSegments = RpcResult<Methods['signSegments']>;

/** Characters of a playlist in one message, well below the limit of a message even with escapes. */
const PIECE_CHARACTERS = 150_000;

interface Playlist {
  readonly body: string;
  readonly trailer: PlayableTrailer;
}

/**
 * Serves playlists, keys, segments and posters.
 *
 * Viewers may watch the active trailer, and the administrator any trailer. Checks every request for a playlist, key,
 * segment or poster. A viewer who was granted a trailer may watch it to the end, even after another is activated.
 */
@Injectable()
export class PlaybackService {
  constructor(
    private readonly renditions: RenditionRepository,
    private readonly recent: RecentRenditionsService,
    private readonly keys: TrailerKeysService,
    private readonly posters: PosterAccessRepository,
    private readonly store: ObjectStore,
    @Inject(MEDIA_ENVIRONMENT) private readonly settings: MediaEnvironment,
  ) {}

  /**
   * @throws AppError `NOT_FOUND` unless the trailer is ready, and is active or requested by the administrator
   */
  async multivariantPlaylist(trailerId: string, mayPreview: boolean): Promise<Playlist> {
    const found = isUuid(trailerId) ? await this.renditions.ofTrailer(trailerId) : undefined;
    if (found === undefined || !(found.trailer.active || mayPreview)) throw new AppError('NOT_FOUND');
    return { body: multivariantPlaylist(found.renditions), trailer: found.trailer };
  }

  /**
   * Returns a piece of a media playlist, which never changes once the rendition is published.
   *
   * @param requester must be allowed to watch the trailer
   * @param from offset of the piece in characters; `next` in the result is the offset of the following piece
   * @throws AppError `NOT_FOUND`
   */
  async mediaPlaylist(
    renditionId: string,
    requester: Requester,
    from = 0,
  ): Promise<Playlist & { next: number | null }> {
    const rendition = await this.rendition(renditionId, requester);
    const playlist = mediaPlaylist(rendition);
    const end = from + PIECE_CHARACTERS;
    return {
      body: playlist.slice(from, end),
      trailer: rendition.trailer,
      next: end < playlist.length ? end : null,
    };
  }

  /** Returns the 16 bytes of a key, and its trailer. @throws AppError `NOT_FOUND` */
  async key(keyId: string, requester: Requester): Promise<{ bytes: Buffer; trailerId: string }> {
    const key = await this.keys.find(keyId, (trailer) => mayWatch(trailer, requester));
    if (key === undefined) throw new AppError('NOT_FOUND');
    return key;
  }

  /**
   * Returns URLs of the named segment, or of the one that plays at a time, and of the following segments, valid for a minute.
   *
   * @param variants whether the caller sends each person only the variants of their codeword
   * @throws AppError `NOT_FOUND`
   */
  async signSegments(
    { renditionId, name, at }: { renditionId: string; name: string; at?: number | undefined },
    requester: Requester,
    browser: BrowserAddress,
    variants: boolean,
  ): Promise<SignedSegments> {
    const { kind, trailer, segments, byName } = await this.rendition(renditionId, requester);
    const first = at === undefined ? byName.get(name) : segmentAt(byName, at);
    if (first === undefined) throw new AppError('NOT_FOUND');
    const window = segmentWindow(segments, byName, first, trailer.marked);
    // A gateway of an earlier version would send everybody the first variants.
    if (!variants && window.some(({ twinKey }) => twinKey !== null)) throw new AppError('NOT_FOUND');
    const signed = window.map(async ({ name, objectKey, twinKey, position, from, to }) => {
      const type = segmentType(name);
      const [url, twinUrl] = await Promise.all([
        this.sign(objectKey, browser, type),
        twinKey === null ? undefined : this.sign(twinKey, browser, type),
      ]);
      return { name, url, position, from, to, ...(twinUrl === undefined ? {} : { twinUrl }) };
    });
    return {
      trailer,
      kind,
      via: this.via,
      segments: await Promise.all(signed),
      complete: first.position + window.length === segments.length,
    };
  }

  /** Returns a URL valid for at most a minute. @throws AppError `NOT_FOUND` */
  async signPoster(posterId: string, requester: Requester, browser: BrowserAddress): Promise<PresignedUrl> {
    const poster = isUuid(posterId) ? await this.posters.find(posterId) : undefined;
    const allowed = requester.mayPreview || poster?.trailers.some((trailer) => mayWatch(trailer, requester));
    if (poster === undefined || !allowed) throw new AppError('NOT_FOUND');
    return { url: await this.sign(poster.objectKey, browser, poster.contentType), via: this.via };
  }

  private async rendition(renditionId: string, requester: Requester): Promise<RecentRendition> {
    const found = isUuid(renditionId) ? await this.recent.find(renditionId) : undefined;
    if (found === undefined) throw new AppError('NOT_FOUND');
    const { id, active } = found.trailer;
    if (!mayWatch({ id, shown: active }, requester)) throw new AppError('NOT_FOUND');
    return found;
  }

  private get via(): PresignedUrl['via'] {
    return this.settings.MEDIA_DELIVERY === 'proxy' ? 'proxy' : 'redirect';
  }

  private sign(key: string, browser: BrowserAddress, contentType: string): Promise<string> {
    const reader = this.via === 'proxy' ? 'gateway' : browser;
    return this.store.signGet(key, reader, limits.mediaUrlSeconds, contentType);
  }
}

import { Injectable } from '@nestjs/common';
import { AppError, type BrowserAddress, limits } from '@secure-preview/contracts';
import { PosterRepository } from '../posters/poster.repository.js';
import { ObjectStore } from '../storage/object-store.js';
import { isUuid } from '../uuid.js';
import { mediaPlaylist, multivariantPlaylist } from './playlists.js';
import { type PlayableTrailer, segmentType } from './rendition.js';
import { RenditionRepository } from './rendition.repository.js';

const SEGMENT_NAME = /^[\w.-]{1,100}$/;

interface Playlist {
  readonly body: string;
  readonly trailer: PlayableTrailer;
}

/**
 * Playlists, and addresses of what they name.
 *
 * Which trailer may be watched is decided at its multivariant playlist: the active one by everybody, another only by
 * the administrator. Renditions have ids that cannot be guessed and are named there alone, so they need no second
 * decision, and who is in the middle of watching goes on when another trailer is activated.
 */
@Injectable()
export class PlaybackService {
  constructor(
    private readonly renditions: RenditionRepository,
    private readonly posters: PosterRepository,
    private readonly store: ObjectStore,
  ) {}

  /** @throws AppError `NOT_FOUND` unless the trailer is ready, and active or asked for by the administrator */
  async multivariantPlaylist(trailerId: string, mayPreview: boolean): Promise<Playlist> {
    const found = isUuid(trailerId) ? await this.renditions.ofTrailer(trailerId) : undefined;
    if (found === undefined || !(found.trailer.active || mayPreview)) throw new AppError('NOT_FOUND');
    return { body: multivariantPlaylist(found.renditions), trailer: found.trailer };
  }

  /** @throws AppError `NOT_FOUND` */
  async mediaPlaylist(renditionId: string): Promise<Playlist> {
    const found = isUuid(renditionId) ? await this.renditions.segments(renditionId) : undefined;
    if (found === undefined) throw new AppError('NOT_FOUND');
    return { body: mediaPlaylist(renditionId, found.segments), trailer: found.trailer };
  }

  /** An address that lives for at most a minute. @throws AppError `NOT_FOUND` */
  async signSegment(renditionId: string, name: string, browser: BrowserAddress): Promise<string> {
    const asked = isUuid(renditionId) && SEGMENT_NAME.test(name);
    const key = asked ? await this.renditions.segmentKey(renditionId, name) : undefined;
    if (key === undefined) throw new AppError('NOT_FOUND');
    return this.store.signGet(key, browser, limits.mediaUrlSeconds, segmentType(name));
  }

  /** An address that lives for at most a minute. @throws AppError `NOT_FOUND` */
  async signPoster(posterId: string, browser: BrowserAddress): Promise<string> {
    const poster = isUuid(posterId) ? await this.posters.find(posterId) : undefined;
    if (poster === undefined) throw new AppError('NOT_FOUND');
    return this.store.signGet(poster.objectKey, browser, limits.mediaUrlSeconds, poster.contentType);
  }
}

import { Controller, Inject } from '@nestjs/common';
import {
  KEY_TYPE,
  PLAYLIST_TYPE,
  type playbackRpc,
  type RouteInput,
  type RpcOutput,
  routes,
} from '@secure-preview/contracts';
import { inChildSpan } from '@secure-preview/service-kit';
import { DeliveryLog } from '../delivery/delivery-log.js';
import { ObjectRelay } from '../delivery/object-relay.js';
import { RelayRoom } from '../delivery/relay-room.js';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { PLAYBACK, type PlaybackClient } from '../rpc/rpc.module.js';
import { WatchingService } from '../viewing/watching.service.js';

const { playback } = routes;
type Address = RpcOutput<typeof playbackRpc.methods.signPoster>;
type Content = NonNullable<RpcOutput<typeof playbackRpc.methods.signSegment>['content']>;

/** Milliseconds for all pieces of a playlist. */
const PIECES_MS = 5000;

/**
 * Playlists name this gateway only; each segment is a redirect to an address that lives for seconds, or comes from
 * here, and who got it is recorded.
 */
@Controller()
export class PlaybackController {
  constructor(
    @Inject(PLAYBACK) private readonly playback: PlaybackClient,
    private readonly watching: WatchingService,
    private readonly relay: ObjectRelay,
    private readonly room: RelayRoom,
    private readonly deliveries: DeliveryLog,
  ) {}

  @Route(playback.masterPlaylist)
  async masterPlaylist(
    { params }: RouteInput<typeof playback.masterPlaylist>,
    http: RequestContext,
  ): Promise<undefined> {
    const { body, trailer } = await this.playback.masterPlaylist(
      { ...params, mayPreview: this.watching.askerOf(http).mayPreview },
      http.call,
    );
    await this.watching.remember(http, trailer);
    http.send(PLAYLIST_TYPE, body);
  }

  @Route(playback.mediaPlaylist)
  async mediaPlaylist(
    { params }: RouteInput<typeof playback.mediaPlaylist>,
    http: RequestContext,
  ): Promise<undefined> {
    const asker = this.watching.askerOf(http);
    const call = http.callsWithin(PIECES_MS);
    let body = '';
    for (let from: number | null = 0; from !== null; ) {
      const input = { ...params, ...asker, from };
      const piece: Awaited<ReturnType<PlaybackClient['mediaPlaylist']>> = await this.playback.mediaPlaylist(
        input,
        call(),
      );
      body += piece.body;
      from = piece.next;
    }
    http.send(PLAYLIST_TYPE, body);
  }

  @Route(playback.key)
  async key({ params }: RouteInput<typeof playback.key>, http: RequestContext): Promise<undefined> {
    const input = { ...params, ...this.watching.askerOf(http) };
    const { key } = await this.playback.key(input, http.call);
    http.send(KEY_TYPE, Buffer.from(key, 'base64'));
  }

  @Route(playback.segment)
  async segment({ params }: RouteInput<typeof playback.segment>, http: RequestContext): Promise<undefined> {
    const input = { ...params, ...this.watching.askerOf(http), browser: http.browser };
    const { content, ...address } = await this.playback.signSegment(input, http.call);
    await this.answer(address, http);
    if (content) this.record(params.renditionId, content, http);
  }

  @Route(playback.poster)
  async poster({ params }: RouteInput<typeof playback.poster>, http: RequestContext): Promise<undefined> {
    const input = { ...params, ...this.watching.askerOf(http), browser: http.browser };
    await this.answer(await this.playback.signPoster(input, http.call), http);
  }

  private async answer({ url, via }: Address, http: RequestContext): Promise<void> {
    if (via === 'proxy')
      await inChildSpan(
        's3 relay',
        () => ({}),
        () => this.room.with(http.session.ref, () => this.relay.send(url, http)),
      );
    else http.redirect(url);
  }

  private record(renditionId: string, { trailer, ...content }: Content, http: RequestContext): void {
    const { ref, viewer } = http.session;
    this.deliveries.record({
      ...{ sessionRef: ref, leadId: viewer.leadId, ip: http.ip, renditionId, ...content },
      ...{ trailerId: trailer.id, trailerSeconds: trailer.durationSeconds },
    });
  }
}

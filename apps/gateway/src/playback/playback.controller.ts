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
import { DeliveryLogService } from '../delivery/delivery-log.service.js';
import { ObjectRelayService, type Sent } from '../delivery/object-relay.service.js';
import { RelayLimiterService } from '../delivery/relay-limiter.service.js';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { PLAYBACK, type PlaybackClient } from '../rpc/rpc.module.js';
import { WatchingService } from '../viewing/watching.service.js';

const { playback } = routes;
type Address = RpcOutput<typeof playbackRpc.methods.signPoster>;
type Content = NonNullable<RpcOutput<typeof playbackRpc.methods.signSegment>['content']>;

/** Milliseconds to fetch all pieces of a playlist. */
const PIECES_MS = 5000;

/**
 * Serves playback. Playlists refer to this gateway only. A segment is a redirect to an address that is valid
 * for seconds, or is relayed. Each delivery is recorded.
 */
@Controller()
export class PlaybackController {
  constructor(
    @Inject(PLAYBACK) private readonly playback: PlaybackClient,
    private readonly watching: WatchingService,
    private readonly relay: ObjectRelayService,
    private readonly room: RelayLimiterService,
    private readonly deliveries: DeliveryLogService,
  ) {}

  @Route(playback.masterPlaylist)
  async masterPlaylist(
    { params }: RouteInput<typeof playback.masterPlaylist>,
    http: RequestContext,
  ): Promise<undefined> {
    const { body, trailer } = await this.playback.masterPlaylist(
      { ...params, mayPreview: this.watching.requesterOf(http).mayPreview },
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
    const requester = this.watching.requesterOf(http);
    const call = http.callsWithin(PIECES_MS);
    let body = '';
    for (let from: number | null = 0; from !== null; ) {
      const input = { ...params, ...requester, from };
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
    const input = { ...params, ...this.watching.requesterOf(http) };
    const { key } = await this.playback.key(input, http.call);
    http.send(KEY_TYPE, Buffer.from(key, 'base64'));
  }

  @Route(playback.segment)
  async segment({ params }: RouteInput<typeof playback.segment>, http: RequestContext): Promise<undefined> {
    const input = { ...params, ...this.watching.requesterOf(http), browser: http.browser };
    const { content, ...address } = await this.playback.signSegment(input, http.call);
    if (http.request.method === 'HEAD') {
      // A redirect would give access to the segment without a recorded delivery.
      http.response.end();
      return;
    }
    const sent = await this.answer(address, http);
    if (content && sent !== 'nothing') this.record(params.renditionId, content, sent === 'whole', http);
  }

  @Route(playback.poster)
  async poster({ params }: RouteInput<typeof playback.poster>, http: RequestContext): Promise<undefined> {
    const input = { ...params, ...this.watching.requesterOf(http), browser: http.browser };
    await this.answer(await this.playback.signPoster(input, http.call), http);
  }

  /**
   * Redirects to an object or relays it. A redirect counts as the whole object: its address opens all of it,
   * whatever range was requested.
   */
  private async answer({ url, via }: Address, http: RequestContext): Promise<Sent> {
    if (via === 'proxy')
      return inChildSpan(
        's3 relay',
        () => ({}),
        () => this.room.with(http.session.ref, () => this.relay.send(url, http)),
      );
    http.redirect(url);
    return 'whole';
  }

  private record(
    renditionId: string,
    { trailer, ...content }: Content,
    whole: boolean,
    http: RequestContext,
  ): void {
    const { ref, viewer } = http.session;
    this.deliveries.record({
      ...{ sessionRef: ref, leadId: viewer.leadId, ip: http.ip, renditionId, ...content, whole },
      ...{ trailerId: trailer.id, trailerSeconds: trailer.durationSeconds },
    });
  }
}

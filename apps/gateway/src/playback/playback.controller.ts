import { Controller, Inject } from '@nestjs/common';
import { PLAYLIST_TYPE, type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { PLAYBACK, type PlaybackClient } from '../rpc/rpc.module.js';
import { WatchingService } from '../viewing/watching.service.js';

const { playback } = routes;

/** Playlists name this gateway only; each segment is a redirect to an address that lives for seconds. */
@Controller()
export class PlaybackController {
  constructor(
    @Inject(PLAYBACK) private readonly playback: PlaybackClient,
    private readonly watching: WatchingService,
  ) {}

  @Route(playback.masterPlaylist)
  async masterPlaylist(
    { params }: RouteInput<typeof playback.masterPlaylist>,
    http: RequestContext,
  ): Promise<undefined> {
    const { body, trailer } = await this.playback.masterPlaylist(
      { ...params, mayPreview: mayPreview(http) },
      http.call,
    );
    await this.watching.remember(http.session.ref, trailer);
    http.send(PLAYLIST_TYPE, body);
  }

  @Route(playback.mediaPlaylist)
  async mediaPlaylist(
    { params }: RouteInput<typeof playback.mediaPlaylist>,
    http: RequestContext,
  ): Promise<undefined> {
    const { body } = await this.playback.mediaPlaylist(
      { ...params, mayPreview: mayPreview(http) },
      http.call,
    );
    http.send(PLAYLIST_TYPE, body);
  }

  @Route(playback.segment)
  async segment({ params }: RouteInput<typeof playback.segment>, http: RequestContext): Promise<undefined> {
    const input = { ...params, mayPreview: mayPreview(http), browser: http.browser };
    http.redirect((await this.playback.signSegment(input, http.call)).url);
  }

  @Route(playback.poster)
  async poster({ params }: RouteInput<typeof playback.poster>, http: RequestContext): Promise<undefined> {
    http.redirect((await this.playback.signPoster({ ...params, browser: http.browser }, http.call)).url);
  }
}

const mayPreview = ({ level }: RequestContext) => level === 'uploader';

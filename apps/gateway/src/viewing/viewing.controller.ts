import { Controller, Inject } from '@nestjs/common';
import { type PlayerReport, type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { LiveSessionsService } from '../live/live-sessions.service.js';
import { VIEWING, type ViewingClient } from '../rpc/rpc.module.js';
import { WatchingService } from './watching.service.js';

const { viewing } = routes;

@Controller()
export class ViewingController {
  constructor(
    @Inject(VIEWING) private readonly viewing: ViewingClient,
    private readonly watching: WatchingService,
    private readonly live: LiveSessionsService,
  ) {}

  @Route(viewing.accessLog)
  async accessLog(_input: unknown, http: RequestContext) {
    return this.viewing.logAccess(watcherOf(http), http.call);
  }

  /** The edge has checked the access of the session. */
  @Route(viewing.checkAccess)
  async checkAccess({ query }: RouteInput<typeof viewing.checkAccess>, http: RequestContext) {
    this.watching.assertMayPlay(http.request.session, query.trailerId);
    return { ok: true as const };
  }

  @Route(viewing.start)
  async start({ body }: RouteInput<typeof viewing.start>, http: RequestContext) {
    const trailer = this.watching.trailerOf(http, body.trailerId);
    this.watching.assertMayPlay(http.request.session, trailer?.id ?? body.trailerId);
    const { id } = await this.viewing.start({ watcher: watcherOf(http), trailer }, http.call);
    await this.live.remember(http, id);
    return { id };
  }

  @Route(viewing.update)
  async update({ params, body }: RouteInput<typeof viewing.update>, http: RequestContext) {
    const { ref } = http.session;
    const { player, ...update } = body;
    // In parallel: the live page must not wait for a slow database.
    const [{ ok, trailerId }, isKnown] = await Promise.all([
      this.viewing.update({ id: params.id, sessionRef: ref, update }, http.call),
      player && this.reportPlayer(params.id, player, http),
    ]);
    // Now the viewing is known to be of this session. Redis may have lost its id, or it is one of many.
    if (player && !isKnown) await this.reportOwnPlayer(params.id, player, http);
    // The report is stored: it says what was watched until the playback ended.
    this.watching.assertMayPlay(http.request.session, trailerId);
    await this.watching.keepPlaying(ref);
    return { ok };
  }

  @Route(viewing.signal)
  async signal({ params, body }: RouteInput<typeof viewing.signal>, http: RequestContext) {
    await this.reportPlayer(params.id, body, http);
    this.watching.assertMayPlay(http.request.session, body.trailerId);
    return { ok: true as const };
  }

  /**
   * Updates the live state. A player whose playback is ended is closed, whatever it reports. Returns false if the viewing
   * is not known as one of the session, whose players are not shown.
   */
  private async reportPlayer(id: string, report: PlayerReport, http: RequestContext): Promise<boolean> {
    const trailer = this.watching.trailerOf(http, report.trailerId);
    if (!trailer) return true;
    const state = this.watching.mayPlay(http.request.session, trailer.id) ? report.state : 'closed';
    return this.live.report(http, id.toLowerCase(), { ...report, state }, trailer);
  }

  private async reportOwnPlayer(id: string, report: PlayerReport, http: RequestContext): Promise<void> {
    await this.live.remember(http, id.toLowerCase());
    await this.reportPlayer(id, report, http);
  }
}

const watcherOf = (http: RequestContext) => ({ ...http.visitor(), leadId: http.session.viewer.leadId });

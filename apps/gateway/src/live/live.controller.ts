import { Controller } from '@nestjs/common';
import { livePlayer, type RouteInput, type RouteResult, routes } from '@secure-preview/contracts';
import * as z from 'zod/mini';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { LiveFlagsService } from './live-flags.service.js';
import { comparePlayers, countsOf, type ListedPlayer, listedPlayers, matches } from './live-list.js';
import { toLivePlayer } from './live-session.js';
import { LiveSessionsService } from './live-sessions.service.js';

const { live } = routes;

@Controller()
export class LiveController {
  constructor(
    private readonly sessions: LiveSessionsService,
    private readonly flags: LiveFlagsService,
  ) {}

  @Route(live.list)
  async list(
    { query: { q, only, sort, limit } }: RouteInput<typeof live.list>,
    http: RequestContext,
  ): Promise<RouteResult<typeof live.list>> {
    const { open, now } = await this.sessions.read();
    const listed = listedPlayers(open).sort(comparePlayers[sort]);
    const found = q === undefined ? listed : listed.filter(matches(q));
    // The filter needs the flags of all visits, the page only those that it shows.
    const visitors = (only ? found : found.slice(0, limit)).filter(({ session }) => !session.staff);
    const leadIds = visitors.map(({ session }) => session.leadId);
    const kinds = await this.flags.kindsOf(leadIds, http);
    const kindsOf = ({ session }: ListedPlayer) => (session.staff ? undefined : kinds.get(session.leadId));
    const matching = only ? found.filter((player) => kindsOf(player)?.length) : found;
    return {
      players: matching.slice(0, limit).flatMap((player) => {
        const flags = kindsOf(player);
        const shown = this.readable(player, now);
        return shown ? [{ ...shown, ...(flags ? { flags: [...flags] } : {}) }] : [];
      }),
      total: matching.length,
      ...countsOf(open),
      ...(leadIds.every((leadId) => kinds.has(leadId)) ? {} : { flagsUnavailable: true as const }),
    };
  }

  /** Returns a player as shown; undefined if what is stored does not fit: one player must not fail the whole list. */
  private readable(player: ListedPlayer, now: number) {
    const parsed = z.safeParse(livePlayer, toLivePlayer(player, player.more, now));
    if (!parsed.success) this.sessions.logUnreadable(parsed.error);
    return parsed.data;
  }
}

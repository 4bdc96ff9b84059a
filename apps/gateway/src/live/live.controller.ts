import { Controller } from '@nestjs/common';
import { type LiveState, type RouteInput, type RouteResult, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { LiveFlagsService } from './live-flags.service.js';
import { type OpenPlayer, toLivePlayer } from './live-session.js';
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
    { query }: RouteInput<typeof live.list>,
    http: RequestContext,
  ): Promise<RouteResult<typeof live.list>> {
    const { open, now } = await this.sessions.read();
    const matching = query.q === undefined ? open : open.filter(matches(query.q));
    const shown = matching.sort(byStart).slice(0, query.limit);
    const visitors = shown.filter(({ session }) => !session.staff);
    const kinds = await this.flags.kindsOf(
      visitors.map(({ session }) => session.leadId),
      http,
    );
    return {
      players: shown.map((player) => {
        const flags = player.session.staff ? undefined : kinds.get(player.session.leadId);
        return { ...toLivePlayer(player, now), ...(flags ? { flags: [...flags] } : {}) };
      }),
      total: matching.length,
      ...countsOf(open),
    };
  }
}

/** Orders players by their start, so that nothing moves when others come. */
const byStart = ({ player: a }: OpenPlayer, { player: b }: OpenPlayer) =>
  a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1);

/** Counts visitors, each once whatever the number of players. */
function countsOf(open: readonly OpenPlayer[]): { watching: number; playing: number } {
  const visitorsIn = (...states: LiveState[]) => {
    const counted = open.filter(({ session, state }) => !session.staff && states.includes(state));
    return new Set(counted.map(({ session }) => session.leadId)).size;
  };
  return { watching: visitorsIn('playing', 'paused'), playing: visitorsIn('playing') };
}

/** Returns the text without differences of case, width or composition of accents, as the list of leads does. */
const folded = (text: string) =>
  Array.from(text.normalize('NFKC'), (character) => character.toUpperCase().toLowerCase())
    .join('')
    .normalize('NFC');

function matches(q: string): (player: OpenPlayer) => boolean {
  const searched = folded(q.trim());
  return ({ session: { name, email } }) =>
    folded(name).includes(searched) || folded(email).includes(searched);
}

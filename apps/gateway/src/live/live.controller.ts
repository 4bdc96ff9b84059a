import { Controller } from '@nestjs/common';
import { type LivePlayer, type RouteInput, type RouteResult, routes } from '@secure-preview/contracts';
import { Route } from '../http/route.decorator.js';
import { LiveSessionsService } from './live-sessions.service.js';

const { live } = routes;

@Controller()
export class LiveController {
  constructor(private readonly sessions: LiveSessionsService) {}

  @Route(live.list)
  async list({ query }: RouteInput<typeof live.list>): Promise<RouteResult<typeof live.list>> {
    const open = await this.sessions.openPlayers();
    const matching = query.q === undefined ? open : open.filter(matches(query.q));
    return { players: matching.slice(0, query.limit), total: matching.length, ...countsOf(open) };
  }
}

/** Counts visitors, each once whatever the number of players. */
function countsOf(open: readonly LivePlayer[]): { watching: number; playing: number } {
  const visitorsIn = (...states: LivePlayer['state'][]) =>
    new Set(open.filter(({ staff, state }) => !staff && states.includes(state)).map(({ leadId }) => leadId))
      .size;
  return { watching: visitorsIn('playing', 'paused'), playing: visitorsIn('playing') };
}

/** Returns the text without differences of case, width or composition of accents, as the list of leads does. */
const folded = (text: string) =>
  Array.from(text.normalize('NFKC'), (character) => character.toUpperCase().toLowerCase())
    .join('')
    .normalize('NFC');

function matches(q: string): (player: LivePlayer) => boolean {
  const searched = folded(q.trim());
  return ({ name, email }) => folded(name).includes(searched) || folded(email).includes(searched);
}

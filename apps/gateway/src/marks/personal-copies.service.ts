import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../http/request-context.js';
import { PEOPLE, type PeopleClient, PLAYBACK, type PlaybackClient } from '../rpc/rpc.module.js';
import { WatchingService } from '../viewing/watching.service.js';
import { PersonalCopy } from './personal-copy.js';
import { PromiseCache } from './promise-cache.js';

/** Maximum number of cached codewords. That of a feature film has 2 KB. */
const MAX_COPIES = 5000;
const MAX_MARK_IDS = 20_000;

/**
 * Finds which copy of a marked trailer the person of a session is sent. Mark ids and codewords never change, so they are
 * read once and kept in memory.
 */
@Injectable()
export class PersonalCopiesService {
  private readonly copies = new PromiseCache<PersonalCopy>(MAX_COPIES);
  private readonly markIds = new PromiseCache<string>(MAX_MARK_IDS);

  constructor(
    @Inject(PLAYBACK) private readonly playback: PlaybackClient,
    @Inject(PEOPLE) private readonly people: PeopleClient,
    private readonly watching: WatchingService,
  ) {}

  /**
   * Returns the copy of a trailer for the person of a session. media-service draws its codeword if there is none.
   *
   * @param trailerId trailer that the session may watch
   * @throws AppError `NOT_FOUND` if the trailer was removed meanwhile
   */
  async of(trailerId: string, http: RequestContext): Promise<PersonalCopy> {
    const markId = await this.markIdOf(http);
    return this.copies.get(`${trailerId} ${markId}`, async () => {
      const { mayPreview } = this.watching.requesterOf(http);
      // The caller has checked the access. Another trailer may be shown by now.
      const input = { trailerId, markId, mayPreview, grantedTrailers: [trailerId] };
      const { bits, salt } = await this.playback.codeword(input, http.call);
      return new PersonalCopy(Buffer.from(bits, 'base64'), Buffer.from(salt, 'base64'));
    });
  }

  /**
   * Returns the mark id of the person of a session. Reads it from a grant if there is one, so playback continues while
   * analytics-service is unavailable.
   */
  async markIdOf(http: RequestContext): Promise<string> {
    const granted = this.watching.markIdOf(http);
    if (granted !== undefined) return granted;
    const { leadId } = http.session.viewer;
    return this.markIds.get(leadId, async () => (await this.people.markOf({ leadId }, http.call)).markId);
  }
}

import { Controller, Inject } from '@nestjs/common';
import {
  AppError,
  KEY_TYPE,
  limits,
  PLAYLIST_TYPE,
  type playbackRpc,
  type RouteInput,
  type RouteResult,
  type RpcOutput,
  routes,
  type SignedSegment,
} from '@secure-preview/contracts';
import { inChildSpan } from '@secure-preview/service-kit';
import { DeliveryLogService } from '../delivery/delivery-log.service.js';
import { ObjectRelayService, type SentAmount } from '../delivery/object-relay.service.js';
import { RelayLimiterService } from '../delivery/relay-limiter.service.js';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { PersonalCopiesService } from '../marks/personal-copies.service.js';
import type { PersonalCopy } from '../marks/personal-copy.js';
import { PLAYBACK, type PlaybackClient } from '../rpc/rpc.module.js';
import { WatchingService } from '../viewing/watching.service.js';
import { type SignedSegments, SignedSegmentsService } from './signed-segments.service.js';

const { playback } = routes;
type PresignedUrl = RpcOutput<typeof playbackRpc.methods.signPoster>;

/** Seconds by which segments may exceed their planned total: each ends at a frame boundary. */
const FRAME_TOLERANCE_SECONDS = 0.1;
/** Limit for fetching all pieces of a playlist. */
const PLAYLIST_TIMEOUT_MS = 5000;

/**
 * Serves playback. Playlists refer to this gateway only. A request for a segment is redirected to a presigned
 * URL, or the segment is relayed. A page may also request the URLs of the next segments in one call. Each delivery is
 * recorded.
 */
@Controller()
export class PlaybackController {
  constructor(
    @Inject(PLAYBACK) private readonly playback: PlaybackClient,
    private readonly signed: SignedSegmentsService,
    private readonly watching: WatchingService,
    private readonly copies: PersonalCopiesService,
    private readonly relay: ObjectRelayService,
    private readonly relayLimiter: RelayLimiterService,
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
    this.watching.assertMayPlay(http.request.session, trailer.id);
    const markId = trailer.marked ? await this.drawCopy(trailer.id, http) : undefined;
    await this.watching.remember(http, trailer, markId);
    http.send(PLAYLIST_TYPE, body);
  }

  @Route(playback.mediaPlaylist)
  async mediaPlaylist(
    { params }: RouteInput<typeof playback.mediaPlaylist>,
    http: RequestContext,
  ): Promise<undefined> {
    const requester = this.watching.requesterOf(http);
    const call = http.callsWithin(PLAYLIST_TIMEOUT_MS);
    let body = '';
    for (let from: number | null = 0; from !== null; ) {
      const input = { ...params, ...requester, from };
      const piece: Awaited<ReturnType<PlaybackClient['mediaPlaylist']>> = await this.playback.mediaPlaylist(
        input,
        call(),
      );
      this.watching.assertMayPlay(http.request.session, piece.trailer.id);
      body += piece.body;
      from = piece.next;
    }
    http.send(PLAYLIST_TYPE, body);
  }

  @Route(playback.key)
  async key({ params }: RouteInput<typeof playback.key>, http: RequestContext): Promise<undefined> {
    const input = { ...params, ...this.watching.requesterOf(http) };
    const { key, trailerId } = await this.playback.key(input, http.call);
    this.watching.assertMayPlay(http.request.session, trailerId);
    http.send(KEY_TYPE, Buffer.from(key, 'base64'));
  }

  @Route(playback.segment)
  async segment({ params }: RouteInput<typeof playback.segment>, http: RequestContext): Promise<undefined> {
    const found = await this.findSegments(params, 0, http);
    const [segment] = found.segments;
    if (http.request.method === 'HEAD') {
      // A redirect would give access to the segment without a recorded delivery.
      http.response.end();
      return;
    }
    const copy = await this.copyOf(found, [segment], http);
    const sent = await this.sendObject({ url: copy?.urlOf(segment) ?? segment.url, via: found.via }, http);
    if (sent !== 'nothing') this.record(params.renditionId, found, [segment], copy, sent === 'whole', http);
  }

  @Route(playback.segmentUrls)
  async segmentUrls(
    { params, query }: RouteInput<typeof playback.segmentUrls>,
    http: RequestContext,
  ): Promise<RouteResult<typeof playback.segmentUrls>> {
    const companionAt = async (segment: string | number) =>
      query.with === undefined ? undefined : this.findCompanion(query.with, segment, http);
    const isKnownAsMarked = this.signed.isMarked(params.renditionId);
    const [found, namesake] = await Promise.all([
      this.findSegments(params, limits.urlsAheadSeconds, http),
      isKnownAsMarked ? undefined : companionAt(params.name),
    ]);
    // The sound of a marked trailer has longer segments than its picture, so their names do not match.
    const [{ position, from }] = found.segments;
    const companion = found.trailer.marked
      ? await companionAt(position > 0 ? Math.floor(from) : params.name)
      : namesake;
    const validSeconds = Math.min(found.validSeconds, companion?.validSeconds ?? Number.POSITIVE_INFINITY);
    if (found.via === 'proxy' || http.request.method === 'HEAD') {
      return { segments: [], companion: [], validSeconds };
    }
    const [segments, others] = await Promise.all([
      this.offer(params.renditionId, found, http),
      query.with !== undefined && companion ? this.offer(query.with, companion, http) : [],
    ]);
    return { segments, companion: others, validSeconds };
  }

  @Route(playback.poster)
  async poster({ params }: RouteInput<typeof playback.poster>, http: RequestContext): Promise<undefined> {
    const input = { ...params, ...this.watching.requesterOf(http), browser: http.browser };
    await this.sendObject(await this.playback.signPoster(input, http.call), http);
  }

  private async findSegments(
    { renditionId, name }: { renditionId: string; name: string | number },
    seconds: number,
    http: RequestContext,
  ): Promise<SignedSegments> {
    const requester = this.watching.requesterOf(http);
    const found = await this.signed.find(
      { renditionId, segment: name, requester, browser: http.browser },
      seconds,
      http.call,
    );
    this.watching.assertMayPlay(http.request.session, found.trailer.id);
    return found;
  }

  /** Returns the segments of the companion rendition, or undefined if it has no segment of that name or second. */
  private async findCompanion(
    renditionId: string,
    name: string | number,
    http: RequestContext,
  ): Promise<SignedSegments | undefined> {
    try {
      return await this.findSegments({ renditionId, name }, limits.urlsAheadSeconds, http);
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** Returns the URLs of the segments that play within the next seconds, and records them as delivered. */
  private async offer(
    renditionId: string,
    found: SignedSegments,
    http: RequestContext,
  ): Promise<RouteResult<typeof playback.segmentUrls>['segments']> {
    const [first, ...others] = found.segments;
    const maxSeconds = limits.urlsAheadSeconds + FRAME_TOLERANCE_SECONDS;
    const offered = [first, ...others.filter(({ to }) => to - first.from <= maxSeconds)];
    const copy = await this.copyOf(found, offered, http);
    this.record(renditionId, found, offered, copy, true, http);
    return offered.map((segment) => ({ name: segment.name, url: copy?.urlOf(segment) ?? segment.url }));
  }

  /** Draws the codeword of a person for a marked trailer unless there is one, and returns the mark id. */
  private async drawCopy(trailerId: string, http: RequestContext): Promise<string> {
    await this.copies.of(trailerId, http);
    return this.copies.markIdOf(http);
  }

  /** Returns the copy of the person; undefined if everybody is sent these segments. */
  private async copyOf(
    { trailer }: SignedSegments,
    segments: readonly SignedSegment[],
    http: RequestContext,
  ): Promise<PersonalCopy | undefined> {
    const isPersonal = segments.some(({ twinUrl }) => twinUrl !== undefined);
    return isPersonal ? this.copies.of(trailer.id, http) : undefined;
  }

  /**
   * Redirects to an object or relays it. A redirect counts as the whole object for any requested range,
   * because its URL gives access to the whole object.
   */
  private async sendObject({ url, via }: PresignedUrl, http: RequestContext): Promise<SentAmount> {
    if (via === 'proxy')
      return inChildSpan(
        's3 relay',
        () => ({}),
        () => this.relayLimiter.run(http.session.ref, () => this.relay.send(url, http)),
      );
    http.redirect(url);
    return 'whole';
  }

  /** Records deliveries, except of an initialisation segment, which contains no media. */
  private record(
    renditionId: string,
    { trailer, kind }: SignedSegments,
    segments: readonly SignedSegment[],
    copy: PersonalCopy | undefined,
    whole: boolean,
    http: RequestContext,
  ): void {
    const { ref: sessionRef, viewer } = http.session;
    const common = {
      sessionRef,
      leadId: viewer.leadId,
      ip: http.ip,
      trailerId: trailer.id,
      trailerSeconds: trailer.durationSeconds,
      renditionId,
      kind,
      whole,
    };
    const sent = segments
      .filter(({ position }) => position > 0)
      .map((segment) => {
        const { position, from, to } = segment;
        const variantHash = copy?.hashOf(segment, sessionRef);
        return { position, from, to, ...(variantHash === undefined ? {} : { variantHash }) };
      });
    const [first, ...next] = sent;
    if (first === undefined) return;
    // Marked segments are short, so there are many. A record of all takes a fifth of the bytes.
    if (trailer.marked) this.deliveries.record({ ...common, ...first, ...(next.length > 0 ? { next } : {}) });
    else for (const segment of sent) this.deliveries.record({ ...common, ...segment });
  }
}

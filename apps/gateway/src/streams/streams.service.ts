import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  type AccessEndedReason,
  AppError,
  type SessionChange,
  type SessionRecord,
  type StreamEvent,
  streamLimits,
} from '@secure-preview/contracts';
import { addressKey, type Logger, rateLimitKey } from '@secure-preview/service-kit';
import pLimit from 'p-limit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { LiveSessionsService } from '../live/live-sessions.service.js';
import { AccessRules } from '../sessions/access-rules.js';
import { EventStream } from './event-stream.js';
import { StreamCheckService, type StreamedVisit } from './stream-check.service.js';
import { StreamLimiter } from './stream-limiter.js';

/** Milliseconds between searches for streams whose next comment is due. */
const TICK_MS = 1000;
/** Milliseconds after a failed check until the next one, such as while Redis is unavailable. */
const CHECK_AGAIN_MS = 2000;
/** Checks at once, so that a change that concerns all streams leaves Redis and the event loop free for requests. */
const CHECKS_AT_ONCE = 16;

interface OpenStream {
  readonly events: EventStream;
  readonly visit: StreamedVisit;
  /** Shown version of which the page knows; at first the one that it plays. */
  shownTrailerId: string;
  /** `performance.now()` of the next comment. */
  nextPingAt: number;
}

/**
 * Holds the event streams of this gateway (docs/product.md#event-streams). Checks each stream's session and access when
 * it opens, at each comment, and when a change that concerns it is announced.
 */
@Injectable()
export class StreamsService implements OnModuleInit, OnModuleDestroy {
  private readonly streams = new Set<OpenStream>();
  /** Streams whose next check has not begun. Further changes need no other check. */
  private readonly waiting = new Set<OpenStream>();
  private readonly limiter = new StreamLimiter();
  private readonly limitChecks = pLimit(CHECKS_AT_ONCE);
  private timer: NodeJS.Timeout | undefined;
  private removeListener: () => void = () => undefined;
  private isClosed = false;

  constructor(
    private readonly checks: StreamCheckService,
    private readonly rules: AccessRules,
    private readonly live: LiveSessionsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => this.pingDue(performance.now()), TICK_MS).unref();
    this.removeListener = this.rules.onChange(() => this.checkAll());
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.removeListener();
    this.close();
  }

  /**
   * Opens the stream of a request whose session and access are checked.
   *
   * @throws AppError `SERVICE_UNAVAILABLE`, `TOO_MANY_REQUESTS`
   */
  open({ request, response, session: record, ip }: RequestContext, trailerId: string): void {
    // The client has left meanwhile. There will be no further event `close`.
    if (response.destroyed) {
      response.end();
      return;
    }
    if (this.isClosed) throw new AppError('SERVICE_UNAVAILABLE');
    const release = this.limiter.take(record.ref, rateLimitKey(ip));
    const stream: OpenStream = {
      events: new EventStream(response),
      visit: { sessionId: request.sessionID, record, ip, trailerId },
      shownTrailerId: trailerId,
      nextPingAt: performance.now() + firstPingMs(),
    };
    this.streams.add(stream);
    response.once('close', () => {
      this.streams.delete(stream);
      release();
    });
    stream.events.open();
    // A change that was announced before the stream was added was not noticed.
    this.check(stream);
  }

  /** Checks the streams that a change concerns. */
  announce({ concerns, ids }: SessionChange): void {
    const changed = new Set(ids);
    for (const stream of this.streams)
      if (changed.has(idsOf(stream.visit.record)[concerns] ?? '')) this.check(stream);
  }

  /** Checks all streams. */
  checkAll(): void {
    for (const stream of this.streams) this.check(stream);
  }

  get isEmpty(): boolean {
    return this.streams.size === 0;
  }

  /** Tells the shown version to the pages that do not know of it. */
  tellShown(trailerId: string): void {
    for (const stream of this.streams) {
      if (stream.shownTrailerId === trailerId) continue;
      stream.shownTrailerId = trailerId;
      stream.events.send({ kind: 'shown', trailerId });
    }
  }

  /** Tells all pages that the terms of the next visit have changed. */
  tellTerms(): void {
    for (const { events } of this.streams) events.send({ kind: 'terms' });
  }

  /** Sends the comments that are due, and checks their streams. */
  pingDue(now: number): void {
    for (const stream of this.streams) {
      if (stream.nextPingAt > now) continue;
      stream.nextPingAt = now + streamLimits.pingEveryMs;
      stream.events.ping();
      this.check(stream);
    }
  }

  /** Closes all streams, and refuses further ones. Their pages open new streams at other gateways. */
  close(): void {
    this.isClosed = true;
    for (const { events } of this.streams) events.endForRetry();
  }

  private check(stream: OpenStream): void {
    if (this.waiting.has(stream)) return;
    this.waiting.add(stream);
    void this.limitChecks(async () => {
      this.waiting.delete(stream);
      if (this.streams.has(stream)) await this.endIfOver(stream);
    });
  }

  private async endIfOver(stream: OpenStream): Promise<void> {
    try {
      const event = await this.checks.endOf(stream.visit);
      if (!event) return;
      stream.events.end(event);
      // The last report of the player would be refused.
      await this.live.close(stream.visit.record.ref, isOfTrailer(event) ? stream.visit.trailerId : undefined);
    } catch (error) {
      // The stream stays open. Requests are checked anyway.
      stream.nextPingAt = Math.min(stream.nextPingAt, performance.now() + CHECK_AGAIN_MS);
      this.logger.debug({ err: error }, 'cannot check the session of an event stream');
    }
  }
}

/** Returns a random time, so that the comments of pages that return together after a restart are spread. */
const firstPingMs = () => streamLimits.pingEveryMs * (0.5 + Math.random() / 2);

/** Returns whether an event concerns only the trailer of its stream. */
const isOfTrailer = (event: StreamEvent) =>
  event.kind === 'ended' && event.reason === ('playbackEnded' satisfies AccessEndedReason);

/** Returns the ids under which changes of a session are announced. */
const idsOf = ({
  ref,
  viewer,
  access,
}: SessionRecord): Record<SessionChange['concerns'], string | undefined> => ({
  lead: viewer.leadId,
  address: access?.emailKey ?? addressKey(viewer.email),
  invitation: access?.invitation?.id,
  session: ref,
});

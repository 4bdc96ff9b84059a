import { Inject, Injectable } from '@nestjs/common';
import { type FlagKind, limits } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { FLAGS, type FlagsClient } from '../rpc/rpc.module.js';

/** Milliseconds for which read flags are used. Pages ask once a second, and flags are rare. */
const KEEP_MS = 3000;
/** Milliseconds that the list waits for flags. Without them it is still useful. */
const CALL_MS = 500;

interface KnownFlags {
  /** Undefined if they could not be read. */
  readonly kinds: readonly FlagKind[] | undefined;
  readonly until: number;
}

/** Reads the flags of visits that are shown live, and keeps them for a few seconds. */
@Injectable()
export class LiveFlagsService {
  /** By lead id. */
  private known = new Map<string, KnownFlags>();
  /** Returns milliseconds of a clock that never goes back. Tests replace it. */
  now: () => number = () => performance.now();

  constructor(
    @Inject(FLAGS) private readonly flags: FlagsClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the kinds of flags that count, by lead id. Leads whose flags cannot be read are absent. */
  async kindsOf(
    leadIds: readonly string[],
    http: RequestContext,
  ): Promise<ReadonlyMap<string, readonly FlagKind[]>> {
    const now = this.now();
    this.known = new Map([...this.known].filter(([, { until }]) => until > now));
    const unknown = [...new Set(leadIds)].filter((leadId) => !this.known.has(leadId));
    await Promise.all(chunksOf(unknown, limits.leadsPage.max).map((chunk) => this.read(chunk, http)));
    return new Map(
      leadIds.flatMap((leadId) => {
        const kinds = this.known.get(leadId)?.kinds;
        return kinds ? [[leadId, kinds] as const] : [];
      }),
    );
  }

  /** A failure is kept, too, so a service that is down is not asked at every request. */
  private async read(leadIds: readonly string[], http: RequestContext): Promise<void> {
    const found = await this.flags
      .kindsOfLeads({ leadIds: [...leadIds] }, { ...http.call, withinMs: CALL_MS })
      .catch((error: unknown) => {
        this.logger.warn({ err: error, requestId: http.call.requestId }, 'flags of live visits: unavailable');
        return undefined;
      });
    const until = this.now() + KEEP_MS;
    const kinds = found && new Map(found.leads.map((lead) => [lead.leadId, lead.kinds]));
    for (const leadId of leadIds)
      this.known.set(leadId, { kinds: kinds && (kinds.get(leadId) ?? []), until });
  }
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

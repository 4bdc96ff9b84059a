import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GaugeSources, type Logger, metric, sharedRead } from '@secure-preview/service-kit';
import type { OutboxCounts } from '../../database/outbox/outbox-counts.queries.js';
import { OutboxCountsRepository } from '../../database/outbox/outbox-counts.repository.js';
import { LOGGER } from '../../environment.js';

/** Readers of the counts. Undefined while Postgres is unavailable, which removes the series. */
const outboxes = new GaugeSources<() => Promise<OutboxCounts[] | undefined>>();

const gaugeOf = (name: string, help: string, value: (counts: OutboxCounts) => number) =>
  metric.gauge(name, help, ['channel'], async (gauge) => {
    gauge.reset();
    for (const [, read] of outboxes) {
      for (const counts of (await read()) ?? []) gauge.set({ channel: counts.channel }, value(counts));
    }
  });

gaugeOf(
  'portal_outbox_waiting',
  'Mails and webhooks that are not sent yet, by channel; identical in every notifier.',
  ({ waiting }) => waiting,
);
gaugeOf(
  'portal_outbox_oldest_waiting_seconds',
  'Age of the oldest mail or webhook that is not sent yet, by channel.',
  ({ oldestSeconds }) => oldestSeconds,
);

/** Exports how many mails and webhooks wait in the outbox, and for how long. */
@Injectable()
export class OutboxMetricsService implements OnModuleDestroy {
  private readonly unwatch: () => void;

  constructor(outbox: OutboxCountsRepository, @Inject(LOGGER) logger: Logger) {
    const read = () =>
      outbox.count().catch((error: unknown) => {
        logger.debug({ err: error }, 'could not count the outbox');
        return undefined;
      });
    this.unwatch = outboxes.add('outbox', sharedRead(read));
  }

  onModuleDestroy(): void {
    this.unwatch();
  }
}

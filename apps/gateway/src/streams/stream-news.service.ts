import { createHash, randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { TRAILERS, type TrailersClient } from '../rpc/rpc.module.js';
import { AccessRules } from '../sessions/access-rules.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';
import { StreamsService } from './streams.service.js';

/** Milliseconds between two reads of the shown version, while streams are open. */
const READ_MS = 2000;

/** Tells open streams which version is shown, and that the terms have changed. Neither ends a stream. */
@Injectable()
export class StreamNewsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly reading: RepeatingTask;
  private removeListener: () => void = () => undefined;
  /** Of the terms in effect; undefined before the settings are read. */
  private terms: string | undefined;

  constructor(
    private readonly streams: StreamsService,
    @Inject(TRAILERS) private readonly trailers: TrailersClient,
    private readonly rules: AccessRules,
    private readonly settings: SettingsFollowerService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.reading = new RepeatingTask(
      () => this.tellShown(),
      READ_MS,
      (error) => logger.debug({ err: error }, 'event streams cannot tell which version is shown'),
    );
  }

  onApplicationBootstrap(): void {
    this.reading.start();
    this.removeListener = this.rules.onChange(() => this.compareTerms());
  }

  beforeApplicationShutdown(): Promise<void> {
    this.removeListener();
    return this.reading.stop();
  }

  private async tellShown(): Promise<void> {
    if (this.streams.isEmpty) return;
    const { id, filePath } = await this.trailers.active({}, { requestId: randomUUID(), withinMs: READ_MS });
    if (filePath !== null) this.streams.tellShown(id);
  }

  private compareTerms(): void {
    const values = this.settings.latest?.values;
    if (!values) return;
    const { termsTexts, termsVersion, termsAskedAt } = values;
    const content = JSON.stringify([termsTexts, termsVersion, termsAskedAt]);
    const terms = createHash('sha256').update(content).digest('hex');
    if (this.terms !== undefined && this.terms !== terms) this.streams.tellTerms();
    this.terms = terms;
  }
}

import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { CallContext } from '@secure-preview/rpc';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { PortalConfigService } from '../portal/portal-config.service.js';
import type { Terms } from '../portal/portal-texts.js';
import { LEADS, type LeadsClient } from '../rpc/rpc.module.js';

/** Milliseconds between two polls for new texts. */
const CHECK_MS = 500;
/** Limit for a call in milliseconds; a shutdown may wait for it. */
const CALL_MS = 2000;

/** Registers the texts of the terms with analytics-service, also after each change. Leads refer to them. */
@Injectable()
export class TermsRegistrationService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Hashes of the registered texts. */
  private readonly registered = new Set<string>();
  private readonly registering = new RepeatingTask(
    () => this.registerNew(),
    CHECK_MS,
    (error) => this.logger.debug({ err: error }, 'the terms are not registered yet'),
  );

  constructor(
    @Inject(LEADS) private readonly leads: LeadsClient,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly portal: PortalConfigService,
  ) {}

  onApplicationBootstrap(): void {
    this.registering.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.registering.stop();
  }

  async register({ sha256, version, text }: Terms, call: CallContext): Promise<void> {
    await this.leads.registerTerms({ sha256, version, text }, call);
    this.registered.add(sha256);
  }

  private async registerNew(): Promise<void> {
    for (const terms of this.portal.terms) {
      if (this.registered.has(terms.sha256)) continue;
      await this.register(terms, { requestId: randomUUID(), withinMs: CALL_MS });
    }
  }
}

import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { CallContext } from '@secure-preview/rpc';
import { type Logger, retry } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { PortalConfigService } from '../portal/portal-config.service.js';
import { LEADS, type LeadsClient } from '../rpc/rpc.module.js';

const RETRY_MS = 500;

/** Registers the text of the terms with analytics-service. Leads refer to it. */
@Injectable()
export class TermsRegistrationService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopped = new AbortController();

  constructor(
    @Inject(LEADS) private readonly leads: LeadsClient,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly portal: PortalConfigService,
  ) {}

  onApplicationBootstrap(): void {
    void this.registerEventually();
  }

  onApplicationShutdown(): void {
    this.stopped.abort();
  }

  async register(call: CallContext): Promise<void> {
    const { sha256, version, text } = this.portal.terms;
    await this.leads.registerTerms({ sha256, version, text }, call);
  }

  private async registerEventually(): Promise<void> {
    await retry(() => this.register({ requestId: randomUUID() }), {
      everyMs: RETRY_MS,
      signal: this.stopped.signal,
      onFailure: (error) => this.logger.debug({ err: error }, 'the terms are not registered yet'),
    });
  }
}

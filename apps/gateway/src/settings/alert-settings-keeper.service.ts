import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { SETTINGS, type SettingsClient } from '../rpc/rpc.module.js';
import { alertSettingsOf } from './alert-settings.js';
import type { EffectiveSettings } from './effective-settings.js';
import { SettingsFollowerService } from './settings-follower.service.js';

/** Milliseconds between two polls for new settings. */
const CHECK_MS = 500;
/** Limit for a call in milliseconds; a shutdown may wait for it. */
const CALL_MS = 2000;

/**
 * Sends the settings of alerts to auth-service, at the start and after each change. Only gateways know the values in
 * effect: defaults and `SETTINGS_LOCKED` are in their environment.
 */
@Injectable()
export class AlertSettingsKeeperService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** The settings that were sent last. */
  private kept: EffectiveSettings | undefined;
  private readonly keeping = new RepeatingTask(
    () => this.keepNew(),
    CHECK_MS,
    (error) => this.logger.debug({ err: error }, 'the settings of alerts are not sent yet'),
  );

  constructor(
    @Inject(SETTINGS) private readonly settings: SettingsClient,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly follower: SettingsFollowerService,
  ) {}

  onApplicationBootstrap(): void {
    this.keeping.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.keeping.stop();
  }

  private async keepNew(): Promise<void> {
    const { latest } = this.follower;
    if (latest === undefined || latest === this.kept) return;
    const { version, values } = latest;
    await this.settings.keepAlertSettings(
      { version, settings: alertSettingsOf(values) },
      { requestId: randomUUID(), withinMs: CALL_MS },
    );
    this.kept = latest;
  }
}

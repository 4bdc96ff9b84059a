import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { SESSION_CHANGES_CHANNEL, sessionChange } from '@secure-preview/contracts';
import { redisFromUrl, reportConnection, watchConnection } from '@secure-preview/rpc';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, LOGGER } from '../environment.js';
import { StreamsService } from './streams.service.js';

/**
 * Receives announced changes of sessions, on a connection of its own. Announcements only hasten checks: those that are
 * lost while the connection is interrupted are made up for by checking all streams.
 */
@Injectable()
export class SessionChangesService implements OnModuleInit, OnModuleDestroy {
  private redis: Redis | undefined;

  constructor(
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly streams: StreamsService,
  ) {}

  onModuleInit(): void {
    const { logger } = this;
    const redis = redisFromUrl(this.settings.REDIS_URL, {
      connectionName: 'gateway-changes',
      lazyConnect: false,
    });
    this.redis = redis;
    reportConnection(redis, {
      failed: (error) => logger.warn({ err: error }, 'changes of sessions cannot be received'),
      recovered: () => logger.info('changes of sessions can be received again'),
    });
    redis.on('end', watchConnection(redis));
    redis.on('ready', () => void this.subscribe(redis));
    redis.on('message', (_channel, message) => this.receive(message));
  }

  onModuleDestroy(): void {
    this.redis?.disconnect();
  }

  private async subscribe(redis: Redis): Promise<void> {
    try {
      await redis.subscribe(SESSION_CHANGES_CHANNEL);
      this.streams.checkAll();
    } catch (error) {
      this.logger.debug({ err: error }, 'cannot subscribe to changes of sessions');
    }
  }

  /** Ignores what a newer version announces, which `pingDue` notices later. */
  private receive(message: string): void {
    const change = sessionChange.safeParse(parsed(message));
    if (change.success) this.streams.announce(change.data);
  }
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

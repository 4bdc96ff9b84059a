import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger, settingsModule } from '@secure-preview/service-kit';
import { databaseModule } from '@secure-preview/service-kit/postgres';
import type { Redis } from 'ioredis';
import { AccessHistoryModule } from './access-history/access-history.module.js';
import { AccessRequestsModule } from './access-requests/access-requests.module.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { CodesModule } from './codes/codes.module.js';
import { authDataSource } from './database/data-source.js';
import { EndedPlaybacksModule } from './ended-playbacks/ended-playbacks.module.js';
import { EntryModule } from './entry/entry.module.js';
import { AUTH_ENVIRONMENT, type AuthEnvironment, LOGGER, REDIS } from './environment.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { LeadAccessModule } from './lead-access/lead-access.module.js';
import { openRedis } from './redis.js';
import { SettingsModule } from './settings/settings.module.js';
import { UnsentMailsModule } from './unsent-mails/unsent-mails.module.js';
import { UploadPasswordModule } from './upload-password/upload-password.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({})
class AppModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

/** Creates the root module of the service. */
export function appModule(environment: AuthEnvironment, logger: Logger): DynamicModule {
  return {
    module: AppModule,
    imports: [
      settingsModule([
        { provide: AUTH_ENVIRONMENT, useValue: environment },
        { provide: LOGGER, useValue: logger },
        { provide: REDIS, useFactory: () => openRedis(environment.REDIS_URL, logger) },
      ]),
      databaseModule(authDataSource(environment.DATABASE_URL)),
      UploadPasswordModule,
      LeadAccessModule,
      EndedPlaybacksModule,
      AccessHistoryModule,
      SettingsModule,
      BlocksModule,
      AccessRequestsModule,
      CodesModule,
      InvitationsModule,
      EntryModule,
      WebhooksModule,
      UnsentMailsModule,
    ],
  };
}

import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { databaseModule } from '@secure-preview/service-kit/postgres';
import { PersonModule } from './audience/person.module.js';
import { analyticsDataSource } from './database/data-source.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { EngagementModule } from './engagement/engagement.module.js';
import type { AnalyticsEnvironment } from './environment.js';
import { flagBlocksModule } from './flag-blocks/flag-blocks.module.js';
import { flagWatchModule } from './flags/flag-watch.module.js';
import { FlagsModule } from './flags/flags.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { MailPreviewsModule } from './mail-previews/mail-previews.module.js';
import { PeopleModule } from './people/people.module.js';
import { PeopleListModule } from './people-list/people-list.module.js';
import { recountModule } from './recount/recount.module.js';
import { ViewingModule } from './viewing/viewing.module.js';

@Module({})
class AppModule {}

/** Creates the root module of the service. @param logger also starts the background work, which logs */
export function appModule(
  environment: Pick<AnalyticsEnvironment, 'DATABASE_URL'> & { RPC_REDIS_URL?: string },
  logger?: Logger,
): DynamicModule {
  return {
    module: AppModule,
    imports: [
      databaseModule(analyticsDataSource(environment.DATABASE_URL)),
      LeadsModule,
      ViewingModule,
      DeliveriesModule,
      PeopleModule,
      PeopleListModule,
      PersonModule,
      FlagsModule,
      EngagementModule,
      MailPreviewsModule,
      ...(logger ? [recountModule(logger), flagWatchModule(logger)] : []),
      ...(logger && environment.RPC_REDIS_URL !== undefined
        ? [flagBlocksModule(environment.RPC_REDIS_URL, logger)]
        : []),
    ],
  };
}

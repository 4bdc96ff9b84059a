import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { analyticsDataSource } from './database/data-source.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { ViewingModule } from './viewing/viewing.module.js';

@Module({})
class AppModule {}

/** Creates the root module of the service. */
export function appModule(databaseUrl: string): DynamicModule {
  return {
    module: AppModule,
    imports: [
      TypeOrmModule.forRoot({
        ...analyticsDataSource(databaseUrl),
        // Retries without limit, because the database may start later than this process.
        retryAttempts: Number.MAX_SAFE_INTEGER,
        retryDelay: 1000,
      }),
      LeadsModule,
      ViewingModule,
      DeliveriesModule,
    ],
  };
}

import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { analyticsDataSource } from './database/data-source.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { ViewingModule } from './viewing/viewing.module.js';

@Module({})
class AppModule {}

/** The whole service on its database. */
export function appModule(databaseUrl: string): DynamicModule {
  return {
    module: AppModule,
    imports: [
      TypeOrmModule.forRoot({
        ...analyticsDataSource(databaseUrl),
        // Waits for a database that starts later than this process.
        retryAttempts: Number.MAX_SAFE_INTEGER,
        retryDelay: 1000,
      }),
      LeadsModule,
      ViewingModule,
      DeliveriesModule,
    ],
  };
}

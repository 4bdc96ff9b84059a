import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { authDataSource } from './database/data-source.js';
import { AUTH_ENVIRONMENT, type AuthEnvironment, LOGGER, REDIS } from './environment.js';
import { LeadAccessModule } from './lead-access/lead-access.module.js';
import { openRedis } from './redis.js';
import { UploadPasswordModule } from './upload-password/upload-password.module.js';

@Global()
@Module({})
class SettingsModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  static with(environment: AuthEnvironment, logger: Logger): DynamicModule {
    return {
      module: SettingsModule,
      providers: [
        { provide: AUTH_ENVIRONMENT, useValue: environment },
        { provide: LOGGER, useValue: logger },
        { provide: REDIS, useFactory: () => openRedis(environment.REDIS_URL, logger) },
      ],
      exports: [AUTH_ENVIRONMENT, LOGGER, REDIS],
    };
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

@Module({})
class AppModule {}

/** Creates the root module of the service with its settings. */
export function appModule(environment: AuthEnvironment, logger: Logger): DynamicModule {
  return {
    module: AppModule,
    imports: [
      SettingsModule.with(environment, logger),
      TypeOrmModule.forRoot({
        ...authDataSource(environment.DATABASE_URL),
        // Retries without limit, because the database may start later than this process.
        retryAttempts: Number.MAX_SAFE_INTEGER,
        retryDelay: 1000,
      }),
      UploadPasswordModule,
      LeadAccessModule,
    ],
  };
}

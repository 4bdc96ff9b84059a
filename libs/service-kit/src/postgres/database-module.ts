import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';

/** Returns a module with a service's database. It connects without a limit of attempts: the database may start later. */
export const databaseModule = (options: TypeOrmModuleOptions): DynamicModule =>
  TypeOrmModule.forRoot({ ...options, retryAttempts: Number.MAX_SAFE_INTEGER, retryDelay: 1000 });

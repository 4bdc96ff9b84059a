import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { FlagWatchRepository } from './flag-watch.repository.js';
import { FlagWatchService } from './flag-watch.service.js';

@Module({})
class FlagWatchModule {}

export const flagWatchModule = (logger: Logger): DynamicModule => ({
  module: FlagWatchModule,
  providers: [FlagWatchRepository, FlagWatchService, { provide: LOGGER, useValue: logger }],
});

import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { PeopleCatchUpService } from './people-catch-up.service.js';
import { RecountRepository } from './recount.repository.js';

@Module({})
class RecountModule {}

export const recountModule = (logger: Logger): DynamicModule => ({
  module: RecountModule,
  providers: [RecountRepository, PeopleCatchUpService, { provide: LOGGER, useValue: logger }],
});

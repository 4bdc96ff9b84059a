import { Module } from '@nestjs/common';
import { GeneratedPostersService } from './generated-posters.service.js';
import { PosterRepository } from './poster.repository.js';

/** Posters for the worker, which accepts no uploads. */
@Module({
  providers: [GeneratedPostersService, PosterRepository],
  exports: [GeneratedPostersService],
})
export class GeneratedPostersModule {}

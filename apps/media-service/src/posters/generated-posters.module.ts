import { Module } from '@nestjs/common';
import { GeneratedPostersService } from './generated-posters.service.js';
import { PostgresPosterRepository } from './persistence/postgres-poster.repository.js';
import { PosterRepository } from './poster.repository.js';

/** Posters for the worker, which accepts no uploads. */
@Module({
  providers: [GeneratedPostersService, { provide: PosterRepository, useClass: PostgresPosterRepository }],
  exports: [GeneratedPostersService],
})
export class GeneratedPostersModule {}

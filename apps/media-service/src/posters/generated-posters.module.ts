import { Module } from '@nestjs/common';
import { GeneratedPosters } from './generated-posters.js';
import { PostgresPosterRepository } from './persistence/postgres-poster.repository.js';
import { PosterRepository } from './poster.repository.js';

/** For the worker, which takes no uploads. */
@Module({
  providers: [GeneratedPosters, { provide: PosterRepository, useClass: PostgresPosterRepository }],
  exports: [GeneratedPosters],
})
export class GeneratedPostersModule {}

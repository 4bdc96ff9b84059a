import { Module } from '@nestjs/common';
import { UploadsModule } from '../uploads/uploads.module.js';
import { PostgresPosterRepository } from './persistence/postgres-poster.repository.js';
import { PosterRepository } from './poster.repository.js';
import { PostersService } from './posters.service.js';

@Module({
  imports: [UploadsModule],
  providers: [PostersService, { provide: PosterRepository, useClass: PostgresPosterRepository }],
  exports: [PostersService, PosterRepository],
})
export class PostersModule {}

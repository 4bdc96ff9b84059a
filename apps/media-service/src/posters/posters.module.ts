import { Module } from '@nestjs/common';
import { UploadsModule } from '../uploads/uploads.module.js';
import { PosterRepository } from './poster.repository.js';
import { PostersService } from './posters.service.js';

@Module({
  imports: [UploadsModule],
  providers: [PostersService, PosterRepository],
  exports: [PostersService, PosterRepository],
})
export class PostersModule {}

import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { PosterRepository } from './poster.repository.js';
import { PostersService } from './posters.service.js';

@Module({
  imports: [ImagesModule, UploadsModule],
  providers: [PostersService, PosterRepository],
  exports: [PostersService, PosterRepository],
})
export class PostersModule {}

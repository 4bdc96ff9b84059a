import { Module } from '@nestjs/common';
import { UploadedImagesService } from './uploaded-images.service.js';

@Module({ providers: [UploadedImagesService], exports: [UploadedImagesService] })
export class ImagesModule {}

import { Module } from '@nestjs/common';
import { TrailersController } from './trailers.controller.js';

@Module({ controllers: [TrailersController] })
export class TrailersModule {}

import { Module } from '@nestjs/common';
import { ViewingModule } from '../viewing/viewing.module.js';
import { CaptionsController } from './captions.controller.js';

@Module({ imports: [ViewingModule], controllers: [CaptionsController] })
export class CaptionsModule {}

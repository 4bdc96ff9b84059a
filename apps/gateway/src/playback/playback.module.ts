import { Module } from '@nestjs/common';
import { ViewingModule } from '../viewing/viewing.module.js';
import { PlaybackController } from './playback.controller.js';

@Module({ imports: [ViewingModule], controllers: [PlaybackController] })
export class PlaybackModule {}

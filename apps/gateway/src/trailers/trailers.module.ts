import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { TrailersController } from './trailers.controller.js';

@Module({ imports: [SettingsModule], controllers: [TrailersController] })
export class TrailersModule {}

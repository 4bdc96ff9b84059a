import { Module } from '@nestjs/common';
import { ViewingController } from './viewing.controller.js';
import { WatchingService } from './watching.service.js';

@Module({ controllers: [ViewingController], providers: [WatchingService], exports: [WatchingService] })
export class ViewingModule {}

import { Module } from '@nestjs/common';
import { LiveController } from './live.controller.js';
import { LiveSessionsService } from './live-sessions.service.js';

@Module({ controllers: [LiveController], providers: [LiveSessionsService], exports: [LiveSessionsService] })
export class LiveModule {}

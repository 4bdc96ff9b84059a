import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { EngagementController } from './engagement.controller.js';
import { EngagementService } from './engagement.service.js';

@Module({ imports: [SettingsModule], controllers: [EngagementController], providers: [EngagementService] })
export class EngagementModule {}

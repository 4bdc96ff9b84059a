import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { StartupService } from './startup.service.js';

@Module({ controllers: [HealthController], providers: [StartupService], exports: [StartupService] })
export class HealthModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AlertSettingsRepository } from './alert-settings.repository.js';
import { SettingsRpcController } from './settings.rpc.controller.js';
import { SettingsService } from './settings.service.js';
import { SettingsHistoryService } from './settings-history.service.js';
import { SettingsPublisherService } from './settings-publisher.service.js';
import { SettingsVersionEntity } from './settings-version.entity.js';
import { SettingsVersionRepository } from './settings-version.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([SettingsVersionEntity])],
  controllers: [SettingsRpcController],
  providers: [
    SettingsService,
    SettingsHistoryService,
    SettingsPublisherService,
    SettingsVersionRepository,
    AlertSettingsRepository,
  ],
})
export class SettingsModule {}

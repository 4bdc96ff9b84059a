import { Module } from '@nestjs/common';
import { GateArtModule } from '../gate-art/gate-art.module.js';
import { LeadsModule } from '../leads/leads.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UploadPasswordModule } from '../upload-password/upload-password.module.js';
import { AdministratorEntryService } from './administrator-entry.service.js';
import { EntryController } from './entry.controller.js';
import { EntryService } from './entry.service.js';
import { EntryLimitService } from './entry-limit.service.js';
import { ProvedBrowserService } from './proved-browser.service.js';

@Module({
  imports: [GateArtModule, LeadsModule, SettingsModule, UploadPasswordModule],
  controllers: [EntryController],
  providers: [AdministratorEntryService, EntryService, EntryLimitService, ProvedBrowserService],
})
export class EntryModule {}

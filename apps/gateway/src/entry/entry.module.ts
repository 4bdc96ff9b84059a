import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { GateArtModule } from '../gate-art/gate-art.module.js';
import { LeadsModule } from '../leads/leads.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { AdministratorEntryService } from './administrator-entry.service.js';
import { EntryController } from './entry.controller.js';
import { EntryService } from './entry.service.js';
import { EntryLimitService } from './entry-limit.service.js';
import { ProvedBrowserService } from './proved-browser.service.js';

@Module({
  imports: [AuthModule, GateArtModule, LeadsModule, SettingsModule],
  controllers: [EntryController],
  providers: [AdministratorEntryService, EntryService, EntryLimitService, ProvedBrowserService],
})
export class EntryModule {}

import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { UploadPasswordModule } from '../upload-password/upload-password.module.js';
import { AccessRequestsController } from './access-requests.controller.js';
import { BlocksController } from './blocks.controller.js';
import { GateModeController } from './gate-mode.controller.js';
import { GateModeService } from './gate-mode.service.js';
import { InvitationListService } from './invitation-list.service.js';
import { InvitationsController } from './invitations.controller.js';
import { SenderService } from './sender.service.js';

/** The administrator's side of access. */
@Module({
  imports: [SettingsModule, UploadPasswordModule],
  controllers: [AccessRequestsController, BlocksController, GateModeController, InvitationsController],
  providers: [GateModeService, InvitationListService, SenderService],
})
export class AccessAdminModule {}

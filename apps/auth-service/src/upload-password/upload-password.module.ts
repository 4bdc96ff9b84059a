import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { EpochPublisherService } from './epoch-publisher.service.js';
import { InitialPasswordService } from './initial-password.service.js';
import { PasswordHasherService } from './password-hasher.service.js';
import { UploadPasswordEntity } from './upload-password.entity.js';
import { UploadPasswordRepository } from './upload-password.repository.js';
import { UploadPasswordRpcController } from './upload-password.rpc.controller.js';
import { UploadPasswordService } from './upload-password.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([UploadPasswordEntity]), AttemptsModule, StaffModule],
  controllers: [UploadPasswordRpcController],
  providers: [
    UploadPasswordService,
    PasswordHasherService,
    EpochPublisherService,
    InitialPasswordService,
    UploadPasswordRepository,
  ],
  exports: [UploadPasswordRepository, PasswordHasherService, EpochPublisherService, InitialPasswordService],
})
export class UploadPasswordModule {}

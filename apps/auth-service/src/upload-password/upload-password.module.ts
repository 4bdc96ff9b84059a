import { Module } from '@nestjs/common';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { EpochPublisher } from './epoch-publisher.js';
import { FirstPassword } from './first-password.js';
import { PasswordHasher } from './password-hasher.js';
import { PostgresUploadPasswordRepository } from './persistence/postgres-upload-password.repository.js';
import { UploadPasswordRepository } from './upload-password.repository.js';
import { UploadPasswordRpcController } from './upload-password.rpc.controller.js';
import { UploadPasswordService } from './upload-password.service.js';

@Module({
  imports: [AttemptsModule, StaffModule],
  controllers: [UploadPasswordRpcController],
  providers: [
    UploadPasswordService,
    PasswordHasher,
    EpochPublisher,
    FirstPassword,
    { provide: UploadPasswordRepository, useClass: PostgresUploadPasswordRepository },
  ],
  exports: [UploadPasswordRepository, PasswordHasher, EpochPublisher, FirstPassword],
})
export class UploadPasswordModule {}

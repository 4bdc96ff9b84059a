import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboxSecretModule } from '../outbox-secret/outbox-secret.module.js';
import { CodeEntity } from './code.entity.js';
import { CodeRepository } from './code.repository.js';
import { CodeSweepService } from './code-sweep.service.js';
import { CodesService } from './codes.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CodeEntity]), OutboxSecretModule],
  providers: [CodesService, CodeSweepService, CodeRepository],
  exports: [CodesService],
})
export class CodesModule {}

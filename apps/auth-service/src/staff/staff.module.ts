import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StaffSessionEntity } from './staff-session.entity.js';
import { StaffSessionRepository } from './staff-session.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([StaffSessionEntity])],
  providers: [StaffSessionRepository],
  exports: [StaffSessionRepository],
})
export class StaffModule {}

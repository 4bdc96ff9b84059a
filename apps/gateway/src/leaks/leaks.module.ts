import { Module } from '@nestjs/common';
import { LeaksController } from './leaks.controller.js';
import { MarkedPeopleService } from './marked-people.service.js';

@Module({ controllers: [LeaksController], providers: [MarkedPeopleService] })
export class LeaksModule {}

import { Module } from '@nestjs/common';
import { PeopleRepository } from './people.repository.js';

@Module({ providers: [PeopleRepository], exports: [PeopleRepository] })
export class PeopleModule {}

import { Module } from '@nestjs/common';
import { PeopleRepository } from './people.repository.js';
import { PeopleRpcController } from './people.rpc.controller.js';

@Module({ controllers: [PeopleRpcController], providers: [PeopleRepository], exports: [PeopleRepository] })
export class PeopleModule {}

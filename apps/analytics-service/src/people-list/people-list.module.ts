import { Module } from '@nestjs/common';
import { PeopleListRpcController } from './people-list.rpc.controller.js';
import { PeopleListService } from './people-list.service.js';
import { PersonListRepository } from './person-list.repository.js';

@Module({ controllers: [PeopleListRpcController], providers: [PeopleListService, PersonListRepository] })
export class PeopleListModule {}

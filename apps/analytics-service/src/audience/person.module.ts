import { Module } from '@nestjs/common';
import { PersonRepository } from './person.repository.js';
import { PersonRpcController } from './person.rpc.controller.js';
import { PersonService } from './person.service.js';

@Module({ controllers: [PersonRpcController], providers: [PersonService, PersonRepository] })
export class PersonModule {}

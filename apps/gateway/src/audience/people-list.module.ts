import { Module } from '@nestjs/common';
import { PeopleListController } from './people-list.controller.js';
import { PeopleListService } from './people-list.service.js';
import { PersonBlocksService } from './person-blocks.service.js';
import { RequestedVersionService } from './requested-version.service.js';

/** Overview and list of the people who came. */
@Module({
  controllers: [PeopleListController],
  providers: [PeopleListService, PersonBlocksService, RequestedVersionService],
})
export class PeopleListModule {}

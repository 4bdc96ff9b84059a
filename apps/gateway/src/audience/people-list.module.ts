import { Module } from '@nestjs/common';
import { AccessCopiesService } from './access-copies.service.js';
import { PeopleListController } from './people-list.controller.js';
import { PeopleListService } from './people-list.service.js';
import { PersonBlocksService } from './person-blocks.service.js';
import { RequestedVersionService } from './requested-version.service.js';

/** Overview and list of the people who came, and the copies of their access. */
@Module({
  controllers: [PeopleListController],
  providers: [PeopleListService, PersonBlocksService, AccessCopiesService, RequestedVersionService],
})
export class PeopleListModule {}

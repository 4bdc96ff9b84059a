import { Global, Module } from '@nestjs/common';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { BucketPreparationService } from './bucket-preparation.service.js';
import { ObjectStore } from './object-store.js';
import { S3ObjectStore } from './s3/s3-object-store.js';
import { StoredObjectsRepository } from './stored-objects.repository.js';

@Global()
@Module({
  providers: [
    {
      provide: ObjectStore,
      // If the database lists objects, a missing bucket means a wrong bucket name, so it is not created.
      useFactory: (environment: MediaEnvironment, ledger: StoredObjectsRepository) =>
        new S3ObjectStore(environment, async () => !(await ledger.keepsAny())),
      inject: [MEDIA_ENVIRONMENT, StoredObjectsRepository],
    },
    StoredObjectsRepository,
    BucketPreparationService,
  ],
  exports: [ObjectStore, StoredObjectsRepository, BucketPreparationService],
})
export class StorageModule {}

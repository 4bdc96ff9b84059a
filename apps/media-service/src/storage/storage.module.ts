import { Global, Module } from '@nestjs/common';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { BucketPreparation } from './bucket-preparation.js';
import { ObjectStore } from './object-store.js';
import { PostgresStoredObjectsRepository } from './persistence/postgres-stored-objects.repository.js';
import { S3ObjectStore } from './s3/s3-object-store.js';
import { StoredObjectsRepository } from './stored-objects.repository.js';

@Global()
@Module({
  providers: [
    {
      provide: ObjectStore,
      useFactory: (environment: MediaEnvironment) => new S3ObjectStore(environment),
      inject: [MEDIA_ENVIRONMENT],
    },
    { provide: StoredObjectsRepository, useClass: PostgresStoredObjectsRepository },
    BucketPreparation,
  ],
  exports: [ObjectStore, StoredObjectsRepository, BucketPreparation],
})
export class StorageModule {}

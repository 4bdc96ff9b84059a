import { Global, Module } from '@nestjs/common';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { SecretBox } from './secret-box.js';
import { TrailerKeyRepository } from './trailer-key.repository.js';
import { TrailerKeysService } from './trailer-keys.service.js';

@Global()
@Module({
  providers: [
    {
      provide: SecretBox,
      useFactory: ({ MEDIA_SECRET, MEDIA_SECRET_PREVIOUS }: MediaEnvironment) =>
        new SecretBox(MEDIA_SECRET, MEDIA_SECRET_PREVIOUS),
      inject: [MEDIA_ENVIRONMENT],
    },
    TrailerKeyRepository,
    TrailerKeysService,
  ],
  exports: [SecretBox, TrailerKeyRepository, TrailerKeysService],
})
export class SecretsModule {}

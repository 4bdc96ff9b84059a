import 'reflect-metadata';
import {
  accessHistoryRpc,
  accessRequestsRpc,
  authRpc,
  blocksRpc,
  endedPlaybacksRpc,
  entryRpc,
  invitationsRpc,
  leadAccessRpc,
  settingsRpc,
  unsentMailsRpc,
  webhooksRpc,
} from '@secure-preview/contracts';
import { rpcApplication, runProcess } from '@secure-preview/service-kit';
import { appModule } from './app.module.js';
import { schemaOf } from './database/schema.js';
import { authEnvironment } from './environment.js';
import { readinessOf } from './readiness.js';

await runProcess({
  name: 'auth-service',
  environment: authEnvironment,
  application: (settings, logger) =>
    rpcApplication({
      service: authRpc.service,
      module: appModule(settings, logger),
      groups: [
        authRpc,
        leadAccessRpc,
        endedPlaybacksRpc,
        accessHistoryRpc,
        settingsRpc,
        blocksRpc,
        accessRequestsRpc,
        entryRpc,
        invitationsRpc,
        webhooksRpc,
        unsentMailsRpc,
      ],
      settings,
      logger,
      schema: schemaOf,
      readiness: readinessOf,
    }),
});

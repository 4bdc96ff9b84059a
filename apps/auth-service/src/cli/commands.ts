import type { ServiceCommands } from '@secure-preview/service-kit';
import {
  callsRedisCheck,
  doctorCommand,
  postgresCheck,
  sessionsRedisCheck,
} from '@secure-preview/service-kit/doctor';
import { AUTH_SCHEMA, authMigrations } from '../database/data-source.js';
import { authEnvironment } from '../environment.js';
import { accessRequestsCommand } from './access-requests-command.js';
import { blocksCommand } from './blocks-command.js';
import { backupAuth, restoreAuth } from './data-commands.js';
import { gateModeCommand } from './gate-mode-command.js';
import { invitationsCommand } from './invitations-command.js';
import { resetUploadPasswordCommand } from './reset-upload-password-command.js';
import { settingsCommand } from './settings-command.js';

const doctor = doctorCommand('auth-service', authEnvironment, (settings) => [
  postgresCheck({ url: settings.DATABASE_URL, schema: AUTH_SCHEMA, migrations: authMigrations }),
  sessionsRedisCheck(settings),
  callsRedisCheck(settings),
]);

/** The commands of this service, by name. */
export const commands = {
  'reset-upload-password': resetUploadPasswordCommand,
  settings: settingsCommand,
  'gate-mode': gateModeCommand,
  blocks: blocksCommand,
  invitations: invitationsCommand,
  'access-requests': accessRequestsCommand,
  doctor,
  'backup-data': backupAuth,
  'restore-data': restoreAuth,
} satisfies ServiceCommands<'auth-service'>;

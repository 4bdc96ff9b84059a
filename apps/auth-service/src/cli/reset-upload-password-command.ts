import { text } from 'node:stream/consumers';
import { limits } from '@secure-preview/contracts';
import {
  command,
  createLogger,
  env,
  environmentOrExit,
  exitCode,
  withErrorPrefix,
} from '@secure-preview/service-kit';
import * as z from 'zod';
import { generatePassword } from '../upload-password/upload-password.js';
import { resetUploadPassword } from './reset-upload-password.js';

/** Longest wait for the servers before the command gives up, in milliseconds. */
const DEADLINE_MS = 20_000;

async function firstLineOfInput(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/)[0] ?? '';
}

export const resetUploadPasswordCommand = command({
  summary: 'Set a new upload password, and end all uploader sessions',
  usage: `Usage: portal reset-upload-password [--stdin]

            set a generated password and print it
  --stdin   read the password from the first line of standard input`,
  options: { stdin: { type: 'boolean', default: false } },
  run: async ({ stdin }) => {
    const environment = environmentOrExit(
      z.object({ DATABASE_URL: env.postgresUrl, REDIS_URL: env.redisUrl }),
    );
    const logger = createLogger({ service: 'portal', level: 'fatal' });
    const enteredPassword = stdin ? await firstLineOfInput() : undefined;
    if (enteredPassword !== undefined && [...enteredPassword].length < limits.uploadPassword.min) {
      throw new Error(`The password must be at least ${limits.uploadPassword.min} characters long.`);
    }
    setTimeout(() => {
      process.stderr.write(
        'Postgres or Redis did not respond in time, and the password may be unchanged. Run the command again.\n',
      );
      process.exit(1);
    }, DEADLINE_MS).unref();
    const password = enteredPassword ?? generatePassword();
    await withErrorPrefix('The upload password was not set', () =>
      resetUploadPassword(password, environment, logger),
    );
    process.stdout.write(
      enteredPassword === undefined
        ? `Upload password (shown once): ${password}\n`
        : 'The upload password is set.\n',
    );
    return exitCode.done;
  },
});

import 'reflect-metadata';
import { text } from 'node:stream/consumers';
import { limits } from '@secure-preview/contracts';
import { createLogger, env, environmentOrExit } from '@secure-preview/service-kit';
import * as z from 'zod';
import { generatePassword } from '../upload-password/upload-password.js';
import { resetUploadPassword } from './reset-upload-password.js';

const USAGE = `Usage: portal <command>

  reset-upload-password           set a generated upload password and print it
  reset-upload-password --stdin   set the password that stands in the first line of standard input
`;

/** Longest wait for the servers before the command gives up, in milliseconds. */
const DEADLINE_MS = 20_000;

const [command, ...options] = process.argv.slice(2);
if (command !== 'reset-upload-password' || options.some((option) => option !== '--stdin')) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const environment = environmentOrExit(z.object({ DATABASE_URL: env.postgresUrl, REDIS_URL: env.redisUrl }));
const logger = createLogger({ service: 'portal', level: 'fatal' });
const given = options.includes('--stdin') ? (await text(process.stdin)).split(/\r?\n/)[0] : undefined;
if (given !== undefined && [...given].length < limits.uploadPassword.min) {
  process.stderr.write(`The password must be at least ${limits.uploadPassword.min} characters long.\n`);
  process.exit(1);
}

setTimeout(() => {
  process.stderr.write('The portal’s Postgres or Redis did not answer. Nothing may have been changed.\n');
  process.exit(1);
}, DEADLINE_MS).unref();
try {
  const password = given ?? generatePassword();
  await resetUploadPassword(password, environment, logger);
  process.stdout.write(
    given === undefined ? `Upload password (shown once): ${password}\n` : 'The upload password is set.\n',
  );
} catch (error) {
  process.stderr.write(
    `The upload password was not set: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}

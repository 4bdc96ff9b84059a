import { chownSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  canEnter,
  createUser,
  type Ffmpeg,
  findUser,
  type Log,
  type OsUser,
  runsAs,
} from '@secure-preview/embedded';
import { reachableFfmpeg } from '../media/reachable-ffmpeg.js';
import { builtFile } from './services.js';

const USER_NAME = 'secure-preview-media';

/** Isolation of the media worker, which reads uploaded files, from the rest of the portal. */
export interface WorkerIsolation {
  /** User of the worker; undefined if the worker runs as the user of the portal. */
  user: OsUser | undefined;
  /** Folder in which the worker processes uploads. No other user has access. */
  workDir: string;
  ffmpeg: Ffmpeg;
}

/** Thrown when the worker cannot have its own user. The message is the reason. */
class NotIsolatedError extends Error {
  override name = 'NotIsolatedError';
}

function workerUser(): OsUser {
  try {
    return findUser(USER_NAME) ?? createUser(USER_NAME);
  } catch (error) {
    throw new NotIsolatedError(`no user can be created for it (${(error as Error).message})`);
  }
}

/** Matches variables that name secret files or the `.env` file. */
const SECRET_FILES = /^(SECURE_PREVIEW_ENV_FILE|\w*(URL|SECRET|SECRET_PREVIOUS|PASSWORD|KEY|KEY_ID)_FILE)$/;

/** Returns the operator's secret files that this user can read. */
function readableSecrets(env: NodeJS.ProcessEnv, user: OsUser): string[] {
  return Object.entries(env).flatMap(([name, file]) =>
    file && SECRET_FILES.test(name) && runsAs(user, '/bin/sh', ['-c', '[ -r "$0" ]', resolve(file)])
      ? [file]
      : [],
  );
}

async function isolate(env: NodeJS.ProcessEnv, workDir: string, found: Ffmpeg): Promise<WorkerIsolation> {
  const user = workerUser();
  const unreachable = (what: string) => new NotIsolatedError(`its user ${user.name} cannot reach ${what}`);
  const main = builtFile(env, 'media-service', 'main.js');
  const { PATH } = process.env;
  if (!runsAs(user, process.execPath, ['--check', main], { PATH })) throw unreachable(dirname(dirname(main)));
  chownSync(workDir, user.uid, user.gid);
  if (!canEnter(user, workDir)) throw unreachable(workDir);
  const ffmpeg = await reachableFfmpeg(found, user);
  if (ffmpeg === undefined) throw unreachable(found.ffmpeg);
  return { user, workDir, ffmpeg };
}

/**
 * Gives the media worker its own folder and, if this process is root, its own user. If that user cannot reach
 * the checkout, ffmpeg or the folder, the worker runs as root, and `log` gets a line with the reason.
 */
export async function isolateWorker(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  ffmpeg: Ffmpeg,
  log: Log,
): Promise<WorkerIsolation> {
  const workDir = join(dataDir, 'work');
  mkdirSync(workDir, { recursive: true, mode: 0o700 });
  const shared = { user: undefined, workDir, ffmpeg };
  if (process.getuid?.() !== 0) return shared;
  try {
    const isolation = await isolate(env, workDir, ffmpeg);
    for (const file of isolation.user ? readableSecrets(env, isolation.user) : []) {
      log(`The media worker's user can read ${file}. Remove that permission: chmod 600 ${file}`);
    }
    return isolation;
  } catch (error) {
    if (!(error instanceof NotIsolatedError)) throw error;
    chownSync(workDir, 0, 0);
    log(
      `The media worker runs as root, because ${error.message}. See "What happens to uploads" in docs/SECURITY.md.`,
    );
    return shared;
  }
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = join(import.meta.dirname, '..', '..', 'dist', 'portal-command.js');
/** Replaces child processes with fakes that never emit events. */
const INERT = `import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import processes from 'node:child_process';
processes.spawn = () => new EventEmitter();
syncBuiltinESMExports();`;

it('fails when a command never settles and no work is pending', () => {
  const dir = mkdtempSync(join(tmpdir(), 'unsettled-'));
  const { PATH } = process.env;
  // The command needs no server and starts none.
  const env = { PATH, PORTAL_DATA_DIR: dir, DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal' };
  const preload = `data:text/javascript,${encodeURIComponent(INERT)}`;
  const args = ['--import', preload, program, 'list-leads'];
  const { status } = spawnSync(process.execPath, args, { env, timeout: 60_000 });
  rmSync(dir, { recursive: true });
  // Node's exit code for a top-level await that never settles.
  expect(status).toBe(13);
}, 90_000);

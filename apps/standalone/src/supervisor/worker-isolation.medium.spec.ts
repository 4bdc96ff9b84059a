import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, findFfmpeg, runsAs } from '@secure-preview/embedded';
import { writeFakeApps } from '../testing/fake-apps.js';
import { isolateWorker } from './worker-isolation.js';

const isRoot = process.getuid?.() === 0;
let dir: string;
let logged: string[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'isolation-'));
  logged = [];
});
afterEach(() => rmSync(dir, { recursive: true }));

async function isolate(variables: NodeJS.ProcessEnv = {}) {
  const env = { SECURE_PREVIEW_APPS_DIR: writeFakeApps(join(dir, 'apps')), ...variables };
  const log = (line: string) => void logged.push(line);
  return isolateWorker(env, dir, await findFfmpeg(() => undefined), log);
}

it('gives the worker a private folder, and a user that can run ffmpeg if the portal runs as root', async () => {
  chmodSync(dir, 0o711);
  const { user, workDir, ffmpeg } = await isolate();
  expect(logged).toEqual([]);
  expect(statSync(workDir).mode & 0o777).toBe(0o700);
  expect(statSync(workDir).uid).toBe(user?.uid ?? process.getuid?.());
  expect(canEnter(user, workDir)).toBe(true);
  expect(runsAs(user, ffmpeg.ffmpeg, ['-version'])).toBe(true);
  expect(user?.name).toBe(isRoot ? 'secure-preview-media' : undefined);
});

it("reports secret files that the worker's user could read", async () => {
  chmodSync(dir, 0o711);
  const [readableFile, privateFile] = [join(dir, '.env'), join(dir, 'session-secret')];
  writeFileSync(readableFile, 'UPLOAD_PASSWORD=a password\n', { mode: 0o644 });
  writeFileSync(privateFile, 'secret', { mode: 0o600 });
  await isolate({ SECURE_PREVIEW_ENV_FILE: readableFile, SESSION_SECRET_FILE: privateFile });
  expect(logged).toEqual(isRoot ? [expect.stringContaining(`chmod 600 ${readableFile}`)] : []);
});

it('reports that the worker must run as root when its user cannot reach the checkout', async () => {
  chmodSync(dir, 0o700);
  const { user, workDir } = await isolate();
  expect(user).toBeUndefined();
  expect(statSync(workDir).uid).toBe(process.getuid?.());
  expect(logged).toEqual(
    isRoot ? [expect.stringMatching(/^The media worker runs as root, because .* cannot reach/)] : [],
  );
});

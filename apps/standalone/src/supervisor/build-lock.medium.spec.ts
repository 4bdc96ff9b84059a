import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@secure-preview/embedded';
import { repositoryRoot } from './settings.js';

/**
 * Replaces nx: empties `dist` as nx does, and fills it once the file `go` exists. Exits when the checkout is
 * removed, because a killed start does not stop it.
 */
const NX = `#!/usr/bin/env node
const { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
const dist = 'apps/standalone/dist';
rmSync(dist, { recursive: true, force: true });
appendFileSync('builds', 'started ');
const timer = setInterval(() => {
  if (!existsSync('builds')) process.exit(1);
  if (!existsSync('go')) return;
  clearInterval(timer);
  mkdirSync(dist);
  writeFileSync(dist + '/start.js', "console.log('started'); process.stdin.resume();");
}, 10);
`;

describe('a start in a checkout with other starts or portals', () => {
  let root: string;
  const children: ChildProcess[] = [];
  const builds = () => (existsSync(join(root, 'builds')) ? readFileSync(join(root, 'builds'), 'utf8') : '');
  const letBuildsEnd = () => writeFileSync(join(root, 'go'), '');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'checkout-'));
    cpSync(join(repositoryRoot, 'apps/standalone/bin'), join(root, 'apps/standalone/bin'), {
      recursive: true,
    });
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
    symlinkSync(join(repositoryRoot, 'node_modules/nx'), join(root, 'node_modules/nx'));
    writeFileSync(join(root, 'node_modules/.bin/nx'), NX, { mode: 0o755 });
  });
  afterEach(async () => {
    letBuildsEnd();
    await Promise.all(children.splice(0).map(kill));
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  function start() {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = spawn(process.execPath, [join(root, 'apps/standalone/bin/start.mjs')], { env });
    children.push(child);
    const output = { child, printed: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output.printed += chunk.toString();
      });
    return output;
  }
  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
  }
  const prints = (start: { printed: string }, text: string) =>
    until(() => start.printed.includes(text), { deadlineMs: 30_000, what: `"${text}"` });

  it('waits for a running build, and runs its output', async () => {
    const first = start();
    await until(() => builds() === 'started ', { deadlineMs: 30_000 });
    const second = start();
    await prints(second, `Waiting for another build of this checkout (process ${first.child.pid}) …\n`);
    letBuildsEnd();
    await Promise.all([prints(first, 'started'), prints(second, 'started')]);
    expect(builds()).toBe('started ');
  });

  it('does not rebuild the code of a running portal, and builds once that portal has ended', async () => {
    letBuildsEnd();
    const running = start();
    await prints(running, 'started');
    const second = start();
    await prints(second, 'started');
    expect(second.printed).toContain(
      `Process ${running.child.pid} is running the build output of this checkout. Stop it first to build changes.\n`,
    );
    expect(builds()).toBe('started ');
    await Promise.all([kill(running.child), kill(second.child)]);
    await prints(start(), 'started');
    expect(builds()).toBe('started started ');
  });

  it('does not wait for a start that was killed while it built', async () => {
    const first = start();
    await until(() => builds() === 'started ', { deadlineMs: 30_000 });
    await kill(first.child);
    start();
    await until(() => builds() === 'started started ', { deadlineMs: 30_000 });
  });
});

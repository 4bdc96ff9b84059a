import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNginx, freePort, until } from '@secure-preview/embedded';
import { endAtExit } from '../end-at-exit.js';

export interface Nginx {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

interface NginxOptions {
  /** Returns the whole configuration, which listens on the port. */
  configuration(port: number): string;
  /** Returns whether nginx works as configured at its URL. */
  isUp(url: string): Promise<boolean>;
  /** Limit for the start, in milliseconds. */
  deadlineMs: number;
}

/**
 * Returns a configuration for speed: one worker and no log. `http` is the part that varies, with the `server` block.
 */
export const fastConfiguration = (home: string, http: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${home}/nginx.pid;
error_log ${home}/error.log warn;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_requests 100000;
  client_body_temp_path ${home}/tmp; proxy_temp_path ${home}/tmp; fastcgi_temp_path ${home}/tmp;
  uwsgi_temp_path ${home}/tmp; scgi_temp_path ${home}/tmp;
  ${http}
}
`;

/** Runs nginx on a free port of this machine, with its files in `home`. Resolves once it is up. */
export async function runNginx(
  home: string,
  { configuration, isUp, deadlineMs }: NginxOptions,
): Promise<Nginx> {
  const program = await findNginx((line) => console.error(line));
  const port = await freePort();
  mkdirSync(join(home, 'tmp'), { recursive: true });
  const file = join(home, 'nginx.conf');
  writeFileSync(file, configuration(port));
  const child = spawn(program, ['-c', file, '-p', home, '-e', join(home, 'error.log')], { stdio: 'inherit' });
  endAtExit(child);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  try {
    await until(() => isUp(url), { deadlineMs, what: 'nginx to be up' });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, stop };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { UPLOAD_PASSWORD } from './portal.js';

interface Message {
  readonly type: 'ready' | 'restarted' | 'seeded' | 'failed';
  readonly message?: string;
  readonly services?: readonly string[];
}

export interface DevPortal {
  readonly url: string;
  /** Port of the first debugger. */
  readonly inspectPort: number;
  /** Returns all output so far. */
  printed(): string;
  /** Resolves with the next message of a type. Call it before the action that causes the message. */
  next(type: Message['type']): Promise<Message>;
  stop(): Promise<void>;
}

/** Runs `npm run dev` in a checkout, on free ports. Resolves once it is ready. */
export async function startDevPortal(root: string, args: readonly string[] = []): Promise<DevPortal> {
  const [port, inspectPort] = [await freePort(), await freePort()];
  const { NODE_OPTIONS: _, NODE_ENV: __, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', 'apps/standalone/bin/dev.mjs', '--inspect-port', String(inspectPort), ...args],
    {
      cwd: root,
      env: {
        ...inherited,
        PORT: String(port),
        PORTAL_DATA_DIR: join(root, '.portal-dev'),
        SECURE_PREVIEW_ENV_FILE: '',
        UPLOAD_PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const exited = once(child, 'exit');
  const next = (type: Message['type']) =>
    new Promise<Message>((resolve, reject) => {
      const onMessage = (message: unknown) => {
        const received = message as Message;
        if (received.type !== type && received.type !== 'failed') return;
        child.off('message', onMessage);
        if (received.type === type) resolve(received);
        else reject(new Error(`${received.message}\n${printed}`));
      };
      child.on('message', onMessage);
      void exited.then(() => reject(new Error(`npm run dev has ended\n${printed}`)));
    });
  await next('ready');
  return {
    url: `http://127.0.0.1:${port}`,
    inspectPort,
    printed: () => printed,
    next,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

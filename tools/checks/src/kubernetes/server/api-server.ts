import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { startTestServer, temporaryDir, until } from '@secure-preview/testing';
import { ApiClient } from './api-client.js';
import type { ServerPrograms } from './find-programs.js';

export interface ApiServer {
  readonly client: ApiClient;
  /** Stops both programs and removes their data. */
  stop(): Promise<void>;
}

/** Limit for the start of a program on a busy machine, in milliseconds. */
const START_MS = 120_000;
const TOKEN = 'test';

/** Starts etcd with an empty database. */
async function startEtcd(command: string) {
  const dir = temporaryDir('etcd');
  const url = `http://127.0.0.1:${await freePort()}`;
  const server = await startTestServer(
    {
      name: 'etcd',
      command,
      // No other member connects, so any free port will do for peers.
      args: [
        `--data-dir=${join(dir, 'data')}`,
        `--listen-client-urls=${url}`,
        `--advertise-client-urls=${url}`,
        '--listen-peer-urls=http://127.0.0.1:0',
        '--unsafe-no-fsync',
      ],
      env: {},
      cwd: dir,
      stopSignal: 'SIGTERM',
      ready: async (_pid, signal) => {
        const isReady = async () => (await fetch(`${url}/health`)).ok;
        await until(isReady, { deadlineMs: START_MS, everyMs: 50, signal, what: 'etcd' });
      },
    },
    dir,
  );
  return { url, server };
}

/** Starts kube-apiserver with an empty etcd, both on loopback addresses only. No node or controller runs. */
export async function startApiServer(programs: ServerPrograms): Promise<ApiServer> {
  const etcd = await startEtcd(programs.etcd);
  const dir = temporaryDir('kube-apiserver');
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text, { mode: 0o600 });
    return join(dir, name);
  };
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const accountKey = file('accounts.pem', key.export({ type: 'pkcs8', format: 'pem' }) as string);
  const port = await freePort();
  const connect = () =>
    new ApiClient(`https://127.0.0.1:${port}`, TOKEN, readFileSync(join(dir, 'apiserver.crt'), 'utf8'));
  const server = await startTestServer(
    {
      name: 'kube-apiserver',
      command: programs['kube-apiserver'],
      args: [
        `--etcd-servers=${etcd.url}`,
        '--bind-address=127.0.0.1',
        '--advertise-address=127.0.0.1',
        '--endpoint-reconciler-type=none',
        `--secure-port=${port}`,
        // The server writes a self-signed certificate here.
        `--cert-dir=${dir}`,
        `--token-auth-file=${file('tokens.csv', `${TOKEN},admin,admin,system:masters\n`)}`,
        '--authorization-mode=AlwaysAllow',
        '--service-account-issuer=https://kubernetes.default.svc',
        `--service-account-key-file=${accountKey}`,
        `--service-account-signing-key-file=${accountKey}`,
        '--service-cluster-ip-range=10.0.0.0/24',
        // kube-controller-manager, which creates the default service account of a namespace, does not run here.
        '--disable-admission-plugins=ServiceAccount',
      ],
      env: {},
      cwd: dir,
      stopSignal: 'SIGTERM',
      ready: async (_pid, signal) => {
        const isReady = async () => (await connect().request('GET', '/readyz')).status === 200;
        await until(isReady, { deadlineMs: START_MS, everyMs: 100, signal, what: 'kube-apiserver' });
      },
    },
    dir,
  ).catch(async (error: unknown) => {
    await etcd.server.stop();
    throw error;
  });
  return {
    client: connect(),
    async stop() {
      await server.stop();
      await etcd.server.stop();
    },
  };
}

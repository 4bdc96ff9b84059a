import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import {
  type Administrator,
  makeVideo,
  publishTrailer,
  type StartedPortal,
  signIn,
  startPortal,
} from '@secure-preview/standalone';
import { Replicas } from '../scaling/replicas.js';
import { Mailbox } from './mailbox.js';

export const UPLOAD_PASSWORD = 'a password for the bench';
/** Longer than any measured visit. Small, because several browsers play it at once. */
const VIDEO = { seconds: 120, size: '640x360', videoBitsPerSecond: 300_000 };

/** A portal with a trailer, two gateways, a mail server, and an administrator who has signed in. */
export interface EntryPortal {
  readonly portal: StartedPortal;
  /** URLs of the gateways. */
  readonly gateways: readonly [string, string];
  readonly mailbox: Mailbox;
  readonly administrator: Administrator;
  stop(): Promise<void>;
}

/** Starts a portal with an open gate. */
export async function startEntryPortal(): Promise<EntryPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-entry-'));
  const mailbox = await Mailbox.open();
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: {
      ...mailbox.settings,
      UPLOAD_PASSWORD,
      LEADS_PER_MINUTE_PER_IP: '1000000',
      TRUST_PROXY: '127.0.0.0/8',
    },
  });
  const replicas = new Replicas(portal);
  const stop = async () => {
    await replicas.stop();
    await portal.stop();
    await mailbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await publishTrailer(portal.url, UPLOAD_PASSWORD, await makeVideo(dataDir, VIDEO));
    await replicas.grow(2, ['gateway']);
    const [first = 0, second = 0] = replicas.gatewayPorts();
    const administrator = await signIn(portal.url, UPLOAD_PASSWORD);
    const gateways = [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`] as const;
    return { portal, gateways, mailbox, administrator, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Changes the gate mode to `invited`, for new visitors. */
export async function openToInvited({ administrator, mailbox }: EntryPortal): Promise<void> {
  const email = 'producer@kino.example';
  const test = await administrator.call('POST', '/api/gate-mode/test-code', { email });
  const { codeId } = test.json as { codeId: string };
  const testCode = { email, codeId, code: await mailbox.code(email) };
  const { version } = (await administrator.call('GET', '/api/gate-mode')).json as { version: number };
  await administrator.call('POST', '/api/gate-mode', {
    version,
    gateMode: 'invited',
    gateAppliesTo: 'newVisitors',
    invitationProof: 'code',
    password: UPLOAD_PASSWORD,
    testCode,
  });
}

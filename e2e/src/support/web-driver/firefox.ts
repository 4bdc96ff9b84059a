import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFirefox } from '@secure-preview/testing';
import { WebSocket } from 'ws';
import type { DrivenPage } from './driven-page.js';
import { type StartedProgram, startProgram } from './start-program.js';

type Send = <T>(method: string, params: object) => Promise<T>;
interface Message {
  readonly id?: number;
  readonly error?: string;
  readonly message?: string;
  readonly result?: unknown;
}
interface ScriptResult {
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

/** Connects to WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  socket.on('message', (data) => {
    const { id, error, message, result } = JSON.parse(String(data)) as Message;
    if (id === undefined) return;
    if (error === undefined) pending.get(id)?.resolve(result as never);
    else pending.get(id)?.reject(new Error(`${error}: ${message}`));
    pending.delete(id);
  });
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection'));
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      pending.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

/** Starts Firefox without a window. */
async function startFirefox(): Promise<{ send: Send; stop: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const args = ['--headless', '--remote-debugging-port=0', '--profile', profile];
  const pattern = /WebDriver BiDi listening on (ws:\S+)/;
  let program: StartedProgram | undefined;
  const stop = async () => {
    await program?.stop();
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    writeFileSync(join(profile, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);\n');
    program = await startProgram(await findFirefox(), args, { pattern });
    return { send: await connect(`${program.found}/session`), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts Firefox, and opens a page in it. */
export async function openFirefox(): Promise<DrivenPage> {
  const { send, stop } = await startFirefox();
  await send('session.new', { capabilities: {} });
  // A new tab has the focus, without which keys press no buttons. The first tab never gets the focus.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });

  const call: DrivenPage['call'] = async (action, ...args) => {
    const { result, exceptionDetails } = await send<ScriptResult>('script.callFunction', {
      functionDeclaration: `async (args) => JSON.stringify(await (${action})(...JSON.parse(args)))`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      awaitPromise: true,
      target: { context },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return typeof result?.value === 'string' ? JSON.parse(result.value) : undefined;
  };
  return {
    call,
    open: async (url, prepare) => {
      await send('script.addPreloadScript', { functionDeclaration: String(prepare) });
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    perform: (input) => send('input.performActions', { context, actions: [input] }),
    cookies: async () => {
      const partition = { type: 'context', context };
      const { cookies } = await send<{ cookies: { name: string; value: { value: string } }[] }>(
        'storage.getCookies',
        { partition },
      );
      return cookies.map(({ name, value }) => ({ name, value: value.value }));
    },
    chooseFile: async (selector, path) => {
      const locator = { type: 'css', value: selector };
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator,
      });
      const element = { sharedId: nodes[0]?.sharedId };
      await send('input.setFiles', { context, element, files: [path] });
    },
    close: stop,
  };
}

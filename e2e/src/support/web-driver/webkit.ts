import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { findWebKitDriver, until } from '@secure-preview/testing';
import type { DrivenPage } from './driven-page.js';
import { type StartedProgram, startProgram } from './start-program.js';

type Send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/** Connects to a server of the WebDriver protocol (https://www.w3.org/TR/webdriver2/). */
function client(base: string): Send {
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/** Disables animations, and shrinks the toolbar, which would prevent a window as narrow as a phone. */
function writeGtkSettings(home: string): void {
  const folder = join(home, 'gtk-3.0');
  mkdirSync(folder);
  writeFileSync(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  writeFileSync(join(folder, 'gtk.css'), '* { min-width: 0; padding: 0; margin: 0; font-size: 1px; }\n');
}

/** Starts the driver on a display in memory. */
async function startDriver(): Promise<{ send: Send; stop: () => Promise<void> }> {
  const { driver, xvfb } = await findWebKitDriver();
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  const programs: StartedProgram[] = [];
  const stop = async () => {
    for (const program of programs.reverse()) await program.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    writeGtkSettings(home);
    const screen = ['-screen', '0', '1440x1000x24', '-nolisten', 'tcp', '-displayfd', '1'];
    const display = await startProgram(xvfb, screen, { pattern: /^(\d+)\n/m });
    programs.push(display);
    const port = await freePort();
    const env = { DISPLAY: `:${display.found}`, XDG_CONFIG_HOME: home };
    programs.push(await startProgram(driver, [`--port=${port}`], { env }));
    const send = client(`http://127.0.0.1:${port}`);
    const isUp = async () => Boolean(await send('GET', '/status'));
    await until(isUp, { deadlineMs: 30_000, everyMs: 50, what: "WebKit's driver to answer" });
    return { send, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the browser of WebKitGTK, and opens a page in it. */
export async function openWebKit(): Promise<DrivenPage> {
  const { send, stop } = await startDriver();
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;

  const call: DrivenPage['call'] = (action, ...args) =>
    send('POST', `${session}/execute/sync`, { script: `return (${action})(...arguments)`, args });
  return {
    call,
    open: async (url, prepare) => {
      await send('POST', `${session}/url`, { url });
      await call(prepare);
    },
    resize: async (width, height) => {
      const chrome = await call(() => [outerWidth - innerWidth, outerHeight - innerHeight] as const);
      await send('POST', `${session}/window/rect`, { width: width + chrome[0], height: height + chrome[1] });
    },
    perform: (input) => send('POST', `${session}/actions`, { actions: [input] }),
    cookies: () => send('GET', `${session}/cookie`),
    chooseFile: async (selector, path) => {
      const found = await send<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      });
      await send('POST', `${session}/element/${Object.values(found)[0]}/value`, { text: path });
    },
    close: async () => {
      await send('DELETE', session);
      await stop();
    },
  };
}

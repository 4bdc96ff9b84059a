import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { WAIT_MS } from './watcher.js';

const page = `<!doctype html><title>Video</title><style>video { width: 1100px }</style>
<video src="/video.mp4" preload="auto"></video>
<button aria-label="Play video" onclick="document.querySelector('video').play()">Play</button>`;

export interface PlainVideoServer {
  url: string;
  stop(): Promise<void>;
}

/** Serves the video as one file with a minimal page: the same browser without any protection. */
export async function servePlain(file: string): Promise<PlainVideoServer> {
  const { size } = statSync(file);
  const server = createServer((request, response) => {
    if (request.url !== '/video.mp4') {
      response.setHeader('content-type', 'text/html');
      response.end(page);
      return;
    }
    const [, firstByte = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(firstByte);
    const end = Math.min(to === '' ? size - 1 : Number(to), size - 1);
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': end - start + 1,
    });
    const body = createReadStream(file, { start, end });
    body.pipe(response);
    response.on('close', () => body.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Opens the plain page, and waits until its first frame can be shown. */
export async function openPlain(
  browser: Browser,
  url: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(WAIT_MS);
  try {
    const opened = await context.newPage();
    await opened.goto(url);
    await opened.waitForFunction('document.querySelector("video").readyState >= 2');
    return { context, page: opened };
  } catch (error) {
    await context.close();
    throw error;
  }
}

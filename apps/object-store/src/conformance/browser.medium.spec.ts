import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { type Browser, chromium, type Page } from 'playwright-core';
import { presignGet, presignPut } from './testing/presign.js';
import { openTarget, type Target } from './testing/target.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Paths of Debian's Chromium: the headless shell, then the full browser. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

let target: Target;
let site: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  target = await openTarget();
  const CORSConfiguration = {
    CORSRules: [
      {
        AllowedMethods: ['GET', 'PUT', 'HEAD'],
        AllowedOrigins: ['*'],
        AllowedHeaders: ['*'],
        ExposeHeaders: ['ETag', 'Content-Range', 'Content-Length', 'Accept-Ranges'],
      },
    ],
  };
  await target.client.send(new PutBucketCorsCommand({ Bucket: target.bucket, CORSConfiguration }));
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>another origin</title>');
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const executablePath = process.env['CHROMIUM_PATH'] || INSTALLED.find((path) => existsSync(path));
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: FLAGS });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  await target?.close();
});

interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Length of a body to send, in bytes. */
  readonly bytes?: number;
}

/** Fetches in the page, and returns what the page's script can read of the response. */
const fetchInPage = (sent: Sent) =>
  page.evaluate(async ({ url, method = 'GET', headers = {}, bytes }) => {
    const init = {
      method,
      headers,
      ...(bytes !== undefined && { body: new Blob([new Uint8Array(bytes).fill(97)]) }),
    };
    const response = await fetch(url, init);
    const body = await response.text();
    const names = ['etag', 'content-range', 'content-length', 'accept-ranges'];
    const seen = names.map((name) => [name, response.headers.get(name)]);
    return { status: response.status, body, headers: Object.fromEntries(seen) };
  }, sent);

describe('a page of another origin', () => {
  it('can put by a presigned URL and read back a range', async () => {
    const key = `${target.prefix}from-page`;
    const headers = { 'content-type': 'video/mp4' };
    const put = await presignPut(target, key, { ContentType: 'video/mp4' }, { signed: ['content-type'] });
    const answer = await fetchInPage({ url: put, method: 'PUT', headers, bytes: 100_000 });
    expect(answer).toMatchObject({
      status: 200,
      headers: { etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) },
    });

    const get = await presignGet(target, key);
    const whole = await fetchInPage({ url: get });
    expect(whole).toMatchObject({
      status: 200,
      body: 'a'.repeat(100_000),
      headers: { etag: answer.headers['etag'] },
    });
    const part = await fetchInPage({
      url: get,
      headers: { range: 'bytes=10-14', 'if-match': answer.headers['etag'] ?? '' },
    });
    expect(part).toMatchObject({
      status: 206,
      body: 'aaaaa',
      headers: { 'content-range': 'bytes 10-14/100000', 'content-length': '5', 'accept-ranges': 'bytes' },
    });
  });

  it('can read why a large upload was rejected', async () => {
    const signing = { signed: ['content-type'], signingDate: new Date(Date.now() - 3_600_000) };
    const url = await presignPut(target, `${target.prefix}late`, { ContentType: 'video/mp4' }, signing);
    const answer = await fetchInPage({
      url,
      method: 'PUT',
      headers: { 'content-type': 'video/mp4' },
      bytes: 20_000_000,
    });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('Request has expired');
  });

  it('gets nothing without a signature', async () => {
    const answer = await fetchInPage({
      url: `${target.endpoint}/${target.bucket}/${target.prefix}from-page`,
    });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('AccessDenied');
  });
});

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { AppError } from '@secure-preview/contracts';
import type { Request, RequestHandler, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { GatewayEnvironment } from '../environment.js';
import { InvitedBrowsers } from '../gate-art/invited-browsers.js';
import { gatePageTags, type PageSettings, robotsText } from './link-preview.js';
import { builtWebApp } from './web-files.js';

/** Paths of the web app. Any other path gets the page with status 404. */
const pages = new Set([
  '/',
  '/upload',
  '/upload/audience',
  '/upload/live',
  '/upload/leaks',
  '/upload/access',
  '/upload/settings',
]);
/** Path of the page of a found copy. */
const LEAK_PAGE = /^\/upload\/leaks\/[\w-]+$/;
/** Hosts that may be part of a URL in the page. */
const HOST = /^[\w.:[\]-]+$/;

type WebSettings = Pick<GatewayEnvironment, 'WEB_DIST_DIR' | 'PUBLIC_ORIGIN' | 'SESSION_SECRET'>;

function setCaching(response: ServerResponse, file: string): void {
  const hashed = /[\\/]assets[\\/]/.test(file);
  response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Sends the page with additional tags in its head. It depends on the settings, so it is not precompressed. */
async function sendWithTags(response: Response, file: string, tags: readonly string[]): Promise<void> {
  const page = await readFile(file, 'utf8');
  const html = page.replace('</head>', () => `${tags.map((tag) => `  ${tag}\n`).join('')}  </head>`);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', `"${createHash('sha256').update(html).digest('base64url')}"`);
  response.status(200).type('html').send(html);
}

/**
 * Serves the built web app, precompressed if possible, on every path outside /api.
 *
 * @param portalSettings returns the settings in effect; undefined before they were read
 */
export function staticWeb(
  { WEB_DIST_DIR = builtWebApp, PUBLIC_ORIGIN, SESSION_SECRET }: WebSettings,
  portalSettings: () => PageSettings | undefined,
): RequestHandler {
  const invitedBrowsers = new InvitedBrowsers(SESSION_SECRET);
  const files = expressStaticGzip(WEB_DIST_DIR, {
    index: false,
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    serveStatic: { setHeaders: setCaching, dotfiles: 'ignore', redirect: false },
  });
  const sendPage = (request: Request, response: Response, status: number): void => {
    request.url = '/index.html';
    response.status(status);
    files(request, response, () => {
      const built = existsSync(WEB_DIST_DIR);
      response
        .status(built ? 404 : 503)
        .type('text')
        .send(built ? 'Not found' : 'The web app is not built');
    });
  };
  const gateTags = (request: Request): string[] => {
    const settings = portalSettings();
    const { protocol, host } = request;
    if (!settings?.gateArt || !HOST.test(host)) return [];
    const origin = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).origin : `${protocol}://${host}`;
    return gatePageTags(settings, { origin, isInvited: invitedBrowsers.recognises(request) });
  };
  return (request, response, next) => {
    const { method, path } = request;
    if (path === '/api' || path.startsWith('/api/')) return next();
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return next(new AppError('METHOD_NOT_ALLOWED', { params: { method } }));
    }
    if (path === '/robots.txt') return void response.type('text').send(robotsText(portalSettings()));
    const tags = path === '/' ? gateTags(request) : [];
    if (tags.length > 0)
      return void sendWithTags(response, join(WEB_DIST_DIR, 'index.html'), tags).catch(() =>
        sendPage(request, response, 200),
      );
    if (pages.has(path) || LEAK_PAGE.test(path)) return sendPage(request, response, 200);
    if (!isDecodable(path)) return sendPage(request, response, 404);
    files(request, response, () => {
      // A page loaded before a deployment needs an error for a missing chunk, not HTML.
      if (path.startsWith('/assets/')) next(new AppError('NOT_FOUND'));
      else sendPage(request, response, 404);
    });
  };
}

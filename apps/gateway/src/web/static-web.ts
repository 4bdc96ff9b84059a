import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { AppError } from '@secure-preview/contracts';
import type { Request, RequestHandler, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { GatewayEnvironment } from '../environment.js';
import { builtWebApp } from './web-files.js';

/** Paths of the web app. Any other path gets the page with status 404. */
const pages = new Set(['/', '/upload', '/upload/access', '/upload/settings']);
const ROBOTS = 'User-agent: *\nDisallow: /\n';

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

/** Serves the built web app, precompressed if possible, on every path outside /api. */
export function staticWeb({
  WEB_DIST_DIR = builtWebApp,
}: Pick<GatewayEnvironment, 'WEB_DIST_DIR'>): RequestHandler {
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
  return (request, response, next) => {
    const { method, path } = request;
    if (path === '/api' || path.startsWith('/api/')) return next();
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return next(new AppError('METHOD_NOT_ALLOWED', { params: { method } }));
    }
    if (path === '/robots.txt') return void response.type('text').send(ROBOTS);
    if (pages.has(path)) return sendPage(request, response, 200);
    if (!isDecodable(path)) return sendPage(request, response, 404);
    files(request, response, () => {
      // A page loaded before a deployment needs an error for a missing chunk, not HTML.
      if (path.startsWith('/assets/')) next(new AppError('NOT_FOUND'));
      else sendPage(request, response, 404);
    });
  };
}

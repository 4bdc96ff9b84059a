import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import type { GatewayEnvironment } from '../environment.js';

type StorageSettings = Pick<GatewayEnvironment, 'S3_ENDPOINT' | 'S3_PUBLIC_ENDPOINT' | 'S3_PUBLIC_PORT'>;

/** Host names and IP addresses only: the value becomes part of a policy. */
const HOSTNAME = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)$/;

/** Returns the origin of object storage for browsers: as configured, else on the host of the request. */
export function storageOrigin(hostname: string, settings: StorageSettings): string | undefined {
  const { S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_PUBLIC_PORT } = settings;
  if (S3_PUBLIC_ENDPOINT) return new URL(S3_PUBLIC_ENDPOINT).origin;
  const inner = S3_ENDPOINT ? new URL(S3_ENDPOINT) : undefined;
  const port = S3_PUBLIC_PORT ?? inner?.port;
  if (port === undefined || !HOSTNAME.test(hostname)) return undefined;
  return new URL(`${inner?.protocol ?? 'http:'}//${hostname}:${port}`).origin;
}

/**
 * Builds the policy for what a page may load. Scripts and styles come from this origin only: no inline ones
 * and no `eval`. Single style properties set by scripts need no permission.
 */
export function contentSecurityPolicy(storage: string | undefined): string {
  const data = ["'self'", 'blob:', 'data:', ...(storage ? [storage] : [])].join(' ');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${data}`,
    `media-src ${data}`,
    `connect-src ${data}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const PERMISSIONS = [
  // The upload dialog can take a poster with the camera.
  'camera=(self)',
  'display-capture=()',
  'picture-in-picture=()',
  'microphone=(self)',
  'geolocation=()',
  'payment=()',
  'usb=()',
].join(', ');

const base = helmet({
  contentSecurityPolicy: false,
  crossOriginEmbedderPolicy: false,
  strictTransportSecurity: false,
  // Sends no Referer to other sites. On plain HTTP the sign-out link is checked by it.
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
});

export function securityHeaders(settings: StorageSettings): RequestHandler {
  // Caches one policy: nearly all requests use one host name, and made-up names must not fill a cache.
  let last = { hostname: '', policy: '' };
  return (request: Request, response, next) => {
    const { hostname } = request;
    if (hostname !== last.hostname || last.policy === '') {
      last = { hostname, policy: contentSecurityPolicy(storageOrigin(hostname, settings)) };
    }
    response.setHeader('Content-Security-Policy', last.policy);
    response.setHeader('Permissions-Policy', PERMISSIONS);
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    base(request, response, next);
  };
}

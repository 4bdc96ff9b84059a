import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import type { GatewayEnvironment } from '../environment.js';

type StorageSettings = Pick<GatewayEnvironment, 'S3_ENDPOINT' | 'S3_PUBLIC_ENDPOINT' | 'S3_PUBLIC_PORT'>;

/** Host names and IP addresses. Anything else could change the policy that contains it. */
const HOSTNAME = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)$/;

/** Returns the origin of object storage for browsers: as configured, or on the requested host. */
export function storageOrigin(hostname: string, settings: StorageSettings): string | undefined {
  const { S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_PUBLIC_PORT } = settings;
  if (S3_PUBLIC_ENDPOINT) return new URL(S3_PUBLIC_ENDPOINT).origin;
  const internal = S3_ENDPOINT ? new URL(S3_ENDPOINT) : undefined;
  const port = S3_PUBLIC_PORT ?? internal?.port;
  if (port === undefined || !HOSTNAME.test(hostname)) return undefined;
  return new URL(`${internal?.protocol ?? 'http:'}//${hostname}:${port}`).origin;
}

/**
 * Builds the policy for what a page may load. Scripts and styles come from this origin only: inline code and
 * `eval` are forbidden. Scripts may still set single style properties.
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

const setHelmetHeaders = helmet({
  contentSecurityPolicy: false,
  crossOriginEmbedderPolicy: false,
  strictTransportSecurity: false,
  // Sends no Referer to other sites. The sign-out link needs it on plain HTTP.
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
});

export function securityHeaders(settings: StorageSettings): RequestHandler {
  // Caches only one policy: nearly all requests use the same host name, and made-up names must not fill memory.
  let cached = { hostname: '', policy: '' };
  return (request: Request, response, next) => {
    const { hostname } = request;
    if (hostname !== cached.hostname || cached.policy === '') {
      cached = { hostname, policy: contentSecurityPolicy(storageOrigin(hostname, settings)) };
    }
    response.setHeader('Content-Security-Policy', cached.policy);
    response.setHeader('Permissions-Policy', PERMISSIONS);
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    setHelmetHeaders(request, response, next);
  };
}

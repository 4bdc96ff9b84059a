import type { BrowserAddress } from '@secure-preview/contracts';

export interface PublicEndpointSettings {
  readonly S3_ENDPOINT: string;
  readonly S3_PUBLIC_ENDPOINT?: string | undefined;
  readonly S3_PUBLIC_PORT?: number | undefined;
}

/**
 * Returns the store's address for a browser. This is the configured one, else the host by which that browser
 * reached the portal with the store's published port (docs/product.md#configuration).
 */
export function publicEndpoint(settings: PublicEndpointSettings, browser: BrowserAddress): string {
  if (settings.S3_PUBLIC_ENDPOINT) return settings.S3_PUBLIC_ENDPOINT.replace(/\/+$/, '');
  const internal = new URL(settings.S3_ENDPOINT);
  const port = settings.S3_PUBLIC_PORT ?? internal.port;
  return new URL(`${internal.protocol}//${browser.hostname}${port === '' ? '' : `:${port}`}`).origin;
}

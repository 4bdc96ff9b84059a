import type { BrowserAddress } from '@secure-preview/contracts';

export interface PublicEndpointSettings {
  readonly S3_ENDPOINT: string;
  readonly S3_PUBLIC_ENDPOINT?: string | undefined;
  readonly S3_PUBLIC_PORT?: number | undefined;
}

/**
 * Returns the store's URL for a browser: the configured one, or the host of the portal with the published
 * port of the store (docs/product.md#configuration).
 */
export function publicEndpoint(settings: PublicEndpointSettings, browser: BrowserAddress): string {
  if (settings.S3_PUBLIC_ENDPOINT) return settings.S3_PUBLIC_ENDPOINT.replace(/\/+$/, '');
  const internal = new URL(settings.S3_ENDPOINT);
  const port = settings.S3_PUBLIC_PORT ?? internal.port;
  return new URL(`${internal.protocol}//${browser.hostname}${port === '' ? '' : `:${port}`}`).origin;
}

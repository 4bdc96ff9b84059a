export type UploadKind = 'video' | 'poster';

/** A place that was made up for one upload. */
export interface UploadTicket {
  readonly objectKey: string;
  readonly kind: UploadKind;
  /** Origin and path exactly as issued. */
  readonly address: string;
}

/**
 * Origin and path of an address that a client sent; undefined when it is no address, or hides something beside
 * them (user information, a fragment). The query is the signature, which may be left out.
 */
export function uploadAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, username, password, hash } = new URL(url);
  if (origin === 'null' || username || password || hash) return undefined;
  return `${origin}${pathname}`;
}

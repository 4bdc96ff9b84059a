/** What an upload becomes. */
export const uploadKinds = ['video', 'poster', 'logo', 'keyArt', 'clip'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** A URL that was issued for one upload. */
export interface UploadTicket {
  readonly objectKey: string;
  readonly kind: UploadKind;
  /** Origin and path exactly as issued. */
  readonly address: string;
}

/**
 * Returns origin and path of a URL that a client sent. Does not parse the URL, because it is only compared. Ignores the
 * query, which contains the signature. Returns undefined for characters that are not allowed in a URL.
 */
export function uploadAddress(url: string): string | undefined {
  const [address = ''] = url.split('?', 1);
  return /^[\x21-\x7e]+$/.test(address) ? address : undefined;
}

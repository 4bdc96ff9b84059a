export type UploadKind = 'video' | 'poster';

/** A place that was made up for one upload. */
export interface UploadTicket {
  readonly objectKey: string;
  readonly kind: UploadKind;
  /** Origin and path exactly as issued. */
  readonly address: string;
}

/**
 * Origin and path of an address that a client sent, letter by letter: an address is recognised, never interpreted.
 * The query is the signature, which may be left out. Undefined for what no address consists of.
 */
export function uploadAddress(url: string): string | undefined {
  const [address = ''] = url.split('?', 1);
  return /^[\x21-\x7e]+$/.test(address) ? address : undefined;
}

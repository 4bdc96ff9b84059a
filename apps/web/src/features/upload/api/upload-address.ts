import { routes } from '@secure-preview/contracts';
import { call } from '../../../lib/http-client.js';

export type UploadKind = 'video' | 'poster';

/** Asks for a fresh address that takes one PUT. */
export async function requestUploadAddress(kind: UploadKind): Promise<string> {
  return (await call(routes.uploads[kind])).uploadURL;
}

import { type DeclaredFile, type GateImageKind, uploadsRoutes } from '@secure-preview/contracts';
import { call } from '../../../lib/http-client.js';

export type UploadKind = 'video' | 'poster' | 'clip' | GateImageKind;

/** Requests a new URL for one PUT of this file. */
export async function requestUploadAddress(kind: UploadKind, file: DeclaredFile): Promise<string> {
  return (await call(uploadsRoutes[kind], { body: file })).uploadURL;
}

import { S3Error } from '../s3-error.js';
import type { SignableRequest } from './canonical-request.js';
import { verifyHeaderAuth } from './header-auth.js';
import type { Identity } from './identity.js';
import type { DeclaredPayload } from './payload-hash.js';
import { verifyQueryAuth } from './query-auth.js';

/**
 * Verifies the signature of a request. Returns how the request declares its body.
 *
 * @throws S3Error AccessDenied without any signature, or the error of the signature check
 */
export function authenticate(request: SignableRequest, identity: Identity, now: Date): DeclaredPayload {
  const inHeader = request.headers['authorization'] !== undefined;
  const inQuery = request.query.some(([name]) => name === 'X-Amz-Signature' || name === 'X-Amz-Algorithm');
  if (inHeader && inQuery) {
    throw new S3Error(
      'InvalidArgument',
      'Only one auth mechanism allowed; use the X-Amz-Algorithm query parameters or the Authorization header.',
    );
  }
  if (inHeader) return verifyHeaderAuth(request, identity, now);
  if (inQuery) return verifyQueryAuth(request, identity, now);
  throw new S3Error('AccessDenied', 'Access Denied');
}

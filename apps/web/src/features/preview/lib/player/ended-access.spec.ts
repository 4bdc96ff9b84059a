import { failure } from '../../../../testing/fake-api.js';
import { watchEndedAccess } from './ended-access.js';

async function ended(status: number, response: unknown): Promise<unknown[]> {
  const xhr = Object.assign(new EventTarget(), { status, response });
  const reasons: unknown[] = [];
  watchEndedAccess(xhr as unknown as XMLHttpRequest, (reason) => reasons.push(reason));
  xhr.dispatchEvent(new Event('loadend'));
  return reasons;
}
const bodyOf = (code: 'ACCESS_ENDED' | 'UPLOAD_PASSWORD_REQUIRED', reason?: string) =>
  failure(code, reason ? { reason } : {}).text();
/** A buffer of the test's own realm, which is what browsers pass. */
const bufferOf = (text: string) => Uint8Array.from(Buffer.from(text)).buffer;

describe('a response to the player', () => {
  it.each(['blocked', 'revoked', 'expired', 'notBegun', 'visitEnded', 'playbackEnded'])(
    'that ends access gives the reason %s, as a text and as a buffer',
    async (reason) => {
      const body = await bodyOf('ACCESS_ENDED', reason);
      expect(await ended(403, body)).toEqual([reason]);
      expect(await ended(403, bufferOf(body))).toEqual([reason]);
    },
  );

  it('that ends access for a reason of a newer portal counts as an ended visit', async () => {
    expect(await ended(403, await bodyOf('ACCESS_ENDED', 'eclipse'))).toEqual(['visitEnded']);
  });

  it('with another error is ignored', async () => {
    const storeError = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
    expect(await ended(403, storeError)).toEqual([]);
    expect(await ended(403, await bodyOf('UPLOAD_PASSWORD_REQUIRED'))).toEqual([]);
    expect(await ended(403, null)).toEqual([]);
    expect(await ended(200, await bodyOf('ACCESS_ENDED', 'blocked'))).toEqual([]);
  });
});

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 1;
const KEY_ID_BYTES = 4;
/** Sizes for AES-256-GCM (NIST SP 800-38D, 5.2.1.1 and 5.2.1.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** Error for a wrapped key with an unknown secret, a wrong context, or changed bytes. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError';
}

interface WrappingKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

/**
 * Derives the wrapping key and its id with HKDF (RFC 5869), so the id reveals nothing about the key.
 */
function derive(secret: string): WrappingKey {
  const expand = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `secure-preview ${info}`, bytes));
  return { id: expand('wrapping key id', KEY_ID_BYTES), key: expand('wrapping key', 32) };
}

/**
 * Wraps keys for the database with the operator's secret: AES-256-GCM with a random nonce for each.
 *
 * A box consists of a version byte, 4 bytes that identify the secret, the nonce, the encrypted key and its tag. The
 * version, the id of the secret and the context are authenticated, so a box from another row cannot be opened.
 */
export class SecretBox {
  private readonly current: WrappingKey;
  private readonly keys: readonly WrappingKey[];

  /** @param previous the previous secret, which only unwraps */
  constructor(secret: string, previous?: string) {
    this.current = derive(secret);
    this.keys = previous === undefined ? [this.current] : [this.current, derive(previous)];
  }

  /** Encrypts a key. @param context owner of the key, such as the id of a row; required to unwrap it */
  wrap(key: Buffer, context: string): Buffer {
    const header = Buffer.concat([Buffer.of(VERSION), this.current.id]);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
    return Buffer.concat([header, nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  }

  /** Decrypts a key. @throws SecretBoxError */
  unwrap(box: Buffer, context: string): Buffer {
    if (box.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || box[0] !== VERSION) {
      throw new SecretBoxError('this is not a wrapped key');
    }
    const header = box.subarray(0, HEADER_BYTES);
    const wrapping = this.keys.find(({ id }) => id.equals(header.subarray(1)));
    if (wrapping === undefined) throw new SecretBoxError('the key was wrapped with an unknown secret');
    const nonce = box.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', wrapping.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
    decipher.setAuthTag(box.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([
        decipher.update(box.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]);
    } catch (error) {
      throw new SecretBoxError('the wrapped key was changed, or belongs to another row', { cause: error });
    }
  }

  /** Returns whether a box was wrapped with the current secret. */
  isCurrent(box: Buffer): boolean {
    return box[0] === VERSION && box.subarray(1, HEADER_BYTES).equals(this.current.id);
  }
}

import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each computation takes a core and 19 MiB; more at once would starve the rest of the replica. */
const MAX_CONCURRENT = 2;
/** Hash of a random value, checked while no password is set. The check then takes the same time. */
const DUMMY_HASH = hash(crypto.randomUUID(), options);

/** Computes and checks argon2id hashes (the library's default variant), two at a time. */
@Injectable()
export class PasswordHasherService {
  private readonly limit = pLimit(MAX_CONCURRENT);

  hash(password: string): Promise<string> {
    return this.limit(() => hash(password, options));
  }

  /** Returns whether `password` matches the hash. Without a hash, returns false after the same time. */
  matches(stored: string | undefined, password: string): Promise<boolean> {
    return this.limit(
      async () => (await verify(stored ?? (await DUMMY_HASH), password)) && stored !== undefined,
    );
  }
}

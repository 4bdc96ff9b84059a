import { Transform } from 'node:stream';

/** Creates a transform that fails after more than `max` bytes. */
export function limitBytes(max: number): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > max) done(new Error(`the object is longer than ${max} bytes`));
      else done(null, chunk);
    },
  });
}

import { Transform } from 'node:stream';

/** Passes bytes on, and fails once there are more than `max`. */
export function byteCap(max: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > max) done(new Error(`the object is longer than ${max} bytes`));
      else done(null, chunk);
    },
  });
}

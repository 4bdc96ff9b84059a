import { Writable } from 'node:stream';
import { createLogger } from './logger.js';

function record(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLogger({ service: 'test', level: 'info', destination }));
  return text;
}

describe('createLogger', () => {
  it.each([
    { password: 'hunter2' },
    { body: { newPassword: 'hunter2' } },
    { req: { headers: { cookie: 'hunter2', authorization: 'hunter2' } } },
    { res: { headers: { 'set-cookie': 'hunter2' } } },
  ])('removes the secret in %j', (fields) => {
    const line = record((logger) => logger.info(fields, 'logged'));
    expect(line).toContain('logged');
    expect(line).not.toContain('hunter2');
  });

  it('removes the signature of an object URL that an error quotes', () => {
    const error = new Error('GET http://store/b/k?X-Amz-Credential=a&X-Amz-Signature=cafe failed');
    const line = record((logger) => logger.error({ err: error }));
    expect(line).toContain('http://store/b/k?[signature removed] failed');
    expect(line).not.toContain('cafe');
  });
});

import { randomUUID } from 'node:crypto';
import { streamLimits } from '@secure-preview/contracts';
import { StreamLimiter } from './stream-limiter.js';

const { perGateway, perAddress } = streamLimits;
const address = (number: number) => `address ${number}`;

it('refuses streams beyond the limit of a gateway, whoever opens them, until one ends', () => {
  const limiter = new StreamLimiter();
  const ends = Array.from({ length: perGateway }, (_, n) =>
    limiter.take(randomUUID(), address(Math.floor(n / perAddress))),
  );
  const another = () => limiter.take(randomUUID(), 'another address');
  expect(another).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
  ends[0]?.();
  const end = another();
  expect(another).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
  for (const each of [...ends.slice(1), end]) each();
});

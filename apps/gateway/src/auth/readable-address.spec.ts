import { readableAddress } from './readable-address.js';

it.each([
  ['chen@xn--r8jz45g.jp', 'chen@例え.jp'],
  ['Zoe@mail.XN--bcher-kva.example', 'Zoe@mail.bücher.example'],
  ['chen@例え.jp', 'chen@例え.jp'],
  ['Ada@Example.com', 'Ada@Example.com'],
])('turns %s into %s', (email, readable) => {
  expect(readableAddress(email)).toBe(readable);
});

it.each(['ada@xn--0.example', 'ada@xn--a-ecp.ru', 'ada@xn--.com'])(
  'leaves %s unchanged, because its domain cannot be decoded',
  (email) => {
    expect(readableAddress(email)).toBe(email);
  },
);

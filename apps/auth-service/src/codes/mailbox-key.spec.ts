import { mailboxKey } from './mailbox-key.js';

it.each([
  ['ada@kino.example', 'ada@kino.example'],
  ['ada+1@kino.example', 'ada@kino.example'],
  ['ada+1+2@kino.example', 'ada@kino.example'],
  ['ada+@kino.example', 'ada@kino.example'],
  ['a.da+x.y@kino.example', 'a.da@kino.example'],
  ['+1@kino.example', '+1@kino.example'],
  ['jos\u00e9+1@b\u00fccher.example', 'jos\u00e9@b\u00fccher.example'],
  ['"ada@home"+1@kino.example', '"ada@home"@kino.example'],
  ['a.d.a+1@gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
  ['a.da@gmail.com.example', 'a.da@gmail.com.example'],
])('returns for %s the mailbox %s', (emailKey, mailbox) => {
  expect(mailboxKey(emailKey)).toBe(mailbox);
  expect(mailboxKey(mailbox)).toBe(mailbox);
});

import { sanitiseDescription } from './description.js';

it.each([
  ['<div class="text-center">Hello<br>there</div>', '<div class="text-center">Hello<br />there</div>'],
  ['<div class="text-right big">x</div>', '<div class="text-right">x</div>'],
  ['<p class="text-left">x</p>', '<p>x</p>'],
  ['<b>x</b> <i>y</i>', '<strong>x</strong> <em>y</em>'],
  ['<ul><li>x</li></ul>', '<ul><li>x</li></ul>'],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ['plain\ntext', 'plain\ntext'],
])('keeps the allowed markup of %s', (markup, clean) => {
  expect(sanitiseDescription(markup)).toBe(clean);
});

it.each([
  ['<script>alert(1)</script>x', 'x'],
  ['<img src=x onerror=alert(1)>x', 'x'],
  ['<div style="position:fixed" onclick="x()">x</div>', '<div>x</div>'],
  ['<iframe src="https://example.org"></iframe>x', 'x'],
  ['<svg><a xlink:href="javascript:x">x</a></svg>', '<a rel="noopener noreferrer" target="_blank">x</a>'],
  ['a\0b', 'ab'],
])('removes forbidden content: %s', (markup, clean) => {
  expect(sanitiseDescription(markup)).toBe(clean);
});

it.each(['http://a.example/', 'https://a.example/?b=c', 'mailto:a@example.org'])(
  'opens %s in a new tab',
  (href) => {
    expect(sanitiseDescription(`<a href="${href}" target="_self">x</a>`)).toBe(
      `<a href="${href}" rel="noopener noreferrer" target="_blank">x</a>`,
    );
  },
);

it.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'ftp://a.example/',
  '//a.example/',
])('does not link to %s', (href) => {
  expect(sanitiseDescription(`<a href="${href}">x</a>`)).not.toContain('href');
});

it.each(['', '  ', '<br><br>', '<div class="text-left"> &nbsp;</div>', '<script>x</script>'])(
  'returns null for markup without text: %s',
  (markup) => {
    expect(sanitiseDescription(markup)).toBeNull();
  },
);

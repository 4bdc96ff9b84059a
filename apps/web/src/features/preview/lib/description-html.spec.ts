import { safeDescriptionHtml } from './description-html.js';

describe('a description in the page', () => {
  it('is used as it is when it contains a div', () => {
    const stored = '<div class="text-right">One<br>two</div>';
    expect(safeDescriptionHtml(stored)).toBe(stored);
  });

  it('gets line breaks for its newlines when it does not', () => {
    expect(safeDescriptionHtml('One\ntwo\r\nthree')).toBe('One<br>two<br>three');
  });

  it.each([
    '<div><img src=x onerror=alert(1)></div>',
    '<div><script>alert(1)</script></div>',
    '<div><a href="javascript:alert(1)">x</a></div>',
    '<div style="position:fixed" onclick="alert(1)">x</div>',
    '<svg><style><div></style></svg>',
  ])('carries nothing that runs or restyles: %s', (stored) => {
    expect(safeDescriptionHtml(stored)).not.toMatch(/script|onerror|onclick|style|svg|img/i);
  });
});

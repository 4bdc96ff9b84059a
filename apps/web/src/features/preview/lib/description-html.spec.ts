import { safeDescriptionHtml } from './description-html.js';

describe('safeDescriptionHtml', () => {
  it('returns a description with a div unchanged', () => {
    const stored = '<div class="text-right">One<br>two</div>';
    expect(safeDescriptionHtml(stored)).toBe(stored);
  });

  it('turns newlines into line breaks in a description without a div', () => {
    expect(safeDescriptionHtml('One\ntwo\r\nthree')).toBe('One<br>two<br>three');
  });

  it.each([
    '<div><img src=x onerror=alert(1)></div>',
    '<div><script>alert(1)</script></div>',
    '<div><a href="javascript:alert(1)">x</a></div>',
    '<div style="position:fixed" onclick="alert(1)">x</div>',
    '<svg><style><div></style></svg>',
  ])('removes scripts and styles: %s', (stored) => {
    expect(safeDescriptionHtml(stored)).not.toMatch(/script|onerror|onclick|style|svg|img/i);
  });
});

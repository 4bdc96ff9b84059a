const $ = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('a style', () => {
  // The values are those of jsdom without shortcuts.
  it.each([
    ['<section><h1>a</h1></section>', 'h1', { display: 'block', fontSize: '1.5em' }],
    [
      '<ul><li><ul><li id="inner"></li></ul></li></ul>',
      'ul ul',
      { display: 'block', listStyleType: 'circle' },
    ],
    ['<ul><li></li></ul>', 'li', { display: 'list-item' }],
    ['<ruby>a<rp>b</rp></ruby>', 'rp', { display: 'none' }],
    ['<p><rp>b</rp></p>', 'rp', { display: '' }],
    ['<table><tbody><tr></tr></tbody></table>', 'tr', { display: 'table-row' }],
    ['<p hidden></p>', 'p', { display: 'none' }],
    ['<dialog></dialog>', 'dialog', { display: 'none' }],
    ['<dialog open></dialog>', 'dialog', { display: '' }],
    ['<input type="hidden">', 'input', { display: 'none' }],
    ['<select disabled><option></option></select>', 'option', { display: 'block', color: 'graytext' }],
    ['<textarea dir="auto"></textarea>', 'textarea', { unicodeBidi: '-webkit-plaintext' }],
    ['<svg><title>a</title></svg>', 'title', { display: 'none' }],
    ['<style>b.off, p > .off { display: none }</style><p><i class="off"></i></p>', 'i', { display: 'none' }],
    ['<style>b.off { display: none }</style><i class="off"></i>', 'i', { display: '' }],
    ['<div style="visibility: hidden"><p></p></div>', 'p', { display: 'block', visibility: 'hidden' }],
    [
      '<button style="pointer-events: none"><i></i></button>',
      'i',
      { pointerEvents: 'none', visibility: 'visible' },
    ],
  ])('is that of the default and own style sheets: %s %s', (html, selector, expected) => {
    document.body.innerHTML = html;
    const style = getComputedStyle($(selector));
    expect(pick(style, Object.keys(expected))).toEqual(expected);
    for (const [property, value] of Object.entries(expected)) {
      const name = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(style.getPropertyValue(name)).toBe(value);
    }
  });

  it('follows changes of the element, its ancestors and style sheets', () => {
    document.body.innerHTML = '<div><p></p></div>';
    const read = () => {
      const { display, visibility } = getComputedStyle($('p'));
      return [display, visibility];
    };
    expect(read()).toEqual(['block', 'visible']);
    $('div').style.visibility = 'hidden';
    expect(read()).toEqual(['block', 'hidden']);
    $('p').hidden = true;
    expect(read()).toEqual(['none', 'hidden']);
    $('p').hidden = false;
    document.body.append(
      Object.assign(document.createElement('style'), { textContent: 'p { display: flex }' }),
    );
    expect(read()).toEqual(['flex', 'hidden']);
  });

  it('rejects what is not an element', () => {
    expect(() => getComputedStyle(document as never)).toThrow(TypeError);
  });
});

function pick(style: CSSStyleDeclaration, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(style, name)]));
}

describe('the control of a label', () => {
  it.each([
    ['named by its id', '<label for="a"></label><p></p><input id="a">', '#a'],
    ['within the label', '<label><i></i><input id="a"></label>', '#a'],
    [
      'the first one with a repeated id',
      '<label for="a"></label><input id="a" class="1"><input id="a">',
      '[class]',
    ],
  ])('is the one %s', (_which, html, control) => {
    document.body.innerHTML = html;
    const label = $('label') as HTMLLabelElement;
    expect(label.control).toBe($(control));
    expect([...(($(control) as HTMLInputElement).labels ?? [])]).toEqual([label]);
  });

  it.each([
    ['the id is that of another kind of element', '<label for="a"><input></label><p id="a"></p>'],
    ['nothing has the id', '<label for="a"><input></label>'],
    ['the id is empty', '<label for=""><input id=""></label>'],
  ])('is missing if %s', (_why, html) => {
    document.body.innerHTML = html;
    expect(($('label') as HTMLLabelElement).control).toBeNull();
  });

  it('is found again after changes, in the document and outside', () => {
    document.body.innerHTML = '<div><label for="a"></label><input id="a"><input class="other"></div>';
    const label = $('label') as HTMLLabelElement;
    const [input, other] = [$('#a'), $('.other')];
    expect(label.control).toBe(input);
    input.id = 'b';
    other.id = 'a';
    expect(label.control).toBe(other);
    document.body.insertBefore(
      Object.assign(document.createElement('input'), { id: 'a' }),
      document.body.firstChild,
    );
    expect(label.control).toBe(document.body.firstChild);
    $('div').remove();
    expect(label.control).toBe(other);
  });
});

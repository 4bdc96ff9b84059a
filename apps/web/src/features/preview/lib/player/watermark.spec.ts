import { keepWatermark } from './watermark.js';

const lines = ['Amelia Öztürk', 'amelia@example.org', '203.0.113.84'];
const marks = (host: HTMLElement) => [...host.querySelectorAll<HTMLElement>('.watermark')];
/** Mutation observers report in a microtask. */
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

describe('the watermark', () => {
  let host: HTMLElement;
  let stop: () => void;
  beforeEach(() => {
    host = document.body.appendChild(document.createElement('section'));
    stop = keepWatermark(host, lines);
  });
  afterEach(() => {
    stop();
    host.remove();
  });

  it('says who is watching and when', () => {
    const text = marks(host)[0]?.textContent ?? '';
    for (const line of lines) expect(text).toContain(line);
    expect(text).toMatch(/\d{1,2}:\d{2}/);
  });

  it.each([
    ['removed', (mark: HTMLElement) => mark.remove()],
    ['hidden', (mark: HTMLElement) => (mark.hidden = true)],
    ['made transparent', (mark: HTMLElement) => mark.style.setProperty('opacity', '0')],
    ['emptied', (mark: HTMLElement) => mark.firstElementChild?.replaceChildren()],
    ['given another class', (mark: HTMLElement) => (mark.className = 'gone')],
  ])('comes back when it is %s', async (_, tamper) => {
    const [mark] = marks(host);
    if (mark) tamper(mark);
    await settled();
    expect(marks(host)).toHaveLength(1);
    expect(marks(host)[0]).not.toBe(mark);
    expect(marks(host)[0]?.textContent).toContain('amelia@example.org');
    expect(marks(host)[0]?.style.opacity).toBe('');
  });

  it('leaves with the player', async () => {
    stop();
    await settled();
    expect(marks(host)).toHaveLength(0);
  });
});

import { jest } from '@jest/globals';
import { keepWatermark } from './keep-watermark.js';

const lines = ['Amelia Öztürk', 'amelia@example.org', '203.0.113.84'];
const marks = (host: HTMLElement) => [...host.querySelectorAll<HTMLElement>('.watermark')];
/** Closed shadow roots of the marks, which are otherwise inaccessible. */
const shadows = new WeakMap<Element, ShadowRoot>();
const attachShadow = Element.prototype.attachShadow;
const textOf = (mark: HTMLElement | undefined) => (mark && shadows.get(mark)?.textContent) ?? '';
/** Mutation observers report in a microtask. */
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

let host: HTMLElement;
let visible: boolean;
let kept: boolean[];
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  jest.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
    const shadow = attachShadow.call(this, init);
    shadows.set(this, shadow);
    return shadow;
  });
  host = document.body.appendChild(document.createElement('section'));
  Object.defineProperty(host, 'clientHeight', { value: 600, configurable: true });
  const video = host.appendChild(document.createElement('video'));
  visible = true;
  kept = [];
  stop = keepWatermark({ host, video }, lines, {
    locale: 'de',
    onKept: (now) => kept.push(now),
    looksVisible: () => visible,
  });
});
afterEach(() => {
  stop();
  host.remove();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the watermark', () => {
  it('shows who is watching and when', () => {
    const text = textOf(marks(host)[0]);
    for (const line of lines) expect(text).toContain(line);
    expect(text).toMatch(/\d{1,2}\.\d{1,2}\.\d{4}, \d{1,2}:\d{2}/);
  });

  it('keeps its letters out of reach of the page', () => {
    const [mark] = marks(host);
    expect([mark?.shadowRoot, mark?.childNodes.length]).toEqual([null, 0]);
  });

  it('fades to other positions and updates the time, without reporting a loss', () => {
    const [before] = marks(host);
    const [place, text] = [before?.style.cssText, textOf(before)];
    jest.advanceTimersByTime(9000);
    const [first, second] = marks(host);
    expect([first, second?.style.opacity]).toEqual([before, '1']);
    expect(textOf(second)).not.toBe(text);
    jest.advanceTimersByTime(1500);
    expect(marks(host).map(({ style }) => style.opacity)).toEqual(['0', '1']);
    jest.advanceTimersByTime(1500);
    expect(marks(host)).toEqual([second]);
    expect(second?.style.cssText).not.toBe(place);
    expect(kept).toEqual([]);
  });

  it('jumps when the next mark is removed during its fade', () => {
    const [before] = marks(host);
    const place = before?.style.left;
    jest.spyOn(Math, 'random').mockReturnValue(0.999);
    jest.advanceTimersByTime(9000);
    marks(host)[1]?.remove();
    jest.advanceTimersByTime(3000);
    expect(marks(host)).toEqual([before]);
    expect(before?.style.left).not.toBe(place);
    expect(kept).toEqual([]);
  });

  it('starts below the edge of the picture and above the large button', () => {
    expect(Number.parseInt(marks(host)[0]?.style.top ?? '', 10)).toBeGreaterThanOrEqual(5);
    expect(Number.parseInt(marks(host)[0]?.style.top ?? '', 10)).toBeLessThanOrEqual(14);
  });

  it('starts at the upper edge of a low player, and stays there while paused', () => {
    stop();
    Object.defineProperty(host, 'clientHeight', { value: 206 });
    stop = keepWatermark({ host, video: document.createElement('video') }, lines, {
      locale: 'de',
      onKept: () => undefined,
      fading: false,
      looksVisible: () => true,
    });
    const tops = [0, 9000, 9000, 9000, 9000].map((wait) => {
      jest.advanceTimersByTime(wait);
      return Number.parseInt(marks(host)[0]?.style.top ?? '', 10);
    });
    expect(Math.max(...tops)).toBeLessThanOrEqual(4);
  });

  it('lets clicks and taps through with an important style', () => {
    const { style } = marks(host)[0] ?? document.body;
    expect([style.pointerEvents, style.getPropertyPriority('pointer-events')]).toEqual(['none', 'important']);
  });

  it.each([
    ['removed', (mark: HTMLElement) => mark.remove()],
    ['hidden', (mark: HTMLElement) => (mark.hidden = true)],
    [
      'taken out of the layout',
      (mark: HTMLElement) => mark.style.setProperty('display', 'none', 'important'),
    ],
    ['made transparent', (mark: HTMLElement) => mark.style.setProperty('opacity', '0', 'important')],
    [
      'made to catch clicks',
      (mark: HTMLElement) => mark.style.setProperty('pointer-events', 'auto', 'important'),
    ],
    ['emptied', (mark: HTMLElement) => shadows.get(mark)?.replaceChildren()],
    ['written into', (mark: HTMLElement) => mark.append('Somebody else')],
    ['rewritten', (mark: HTMLElement) => (mark.textContent = 'Somebody else')],
    ['put elsewhere', (mark: HTMLElement) => document.body.append(mark)],
  ])('is restored when it is %s', async (_, tamper) => {
    const [mark] = marks(host);
    if (mark) tamper(mark);
    await settled();
    expect(marks(document.body)).toHaveLength(1);
    expect(marks(host)[0]).not.toBe(mark);
    expect(textOf(marks(host)[0])).toContain('amelia@example.org');
    expect(marks(host)[0]?.style.opacity).not.toBe('0');
    expect(kept).toEqual([]);
  });

  it('is reported as lost while it is invisible, and as back once it is visible', () => {
    visible = false;
    jest.advanceTimersByTime(600);
    expect(kept).toEqual([]);
    jest.advanceTimersByTime(500);
    expect(kept).toEqual([false]);
    visible = true;
    jest.advanceTimersByTime(500);
    expect(kept).toEqual([false]);
    jest.advanceTimersByTime(600);
    expect(kept).toEqual([false, true]);
  });

  it('does not freeze the page when it is removed again and again', async () => {
    const adversary = new MutationObserver(() => {
      for (const mark of marks(host)) mark.remove();
    });
    adversary.observe(host, { childList: true });
    marks(host)[0]?.remove();
    for (let turn = 0; turn < 50; turn += 1) await settled();
    expect(kept).toEqual([false]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(kept).toEqual([false]);
    adversary.disconnect();
    await jest.advanceTimersByTimeAsync(2500);
    expect(kept).toEqual([false, true]);
    expect(marks(host)).toHaveLength(1);
  });

  it('is removed with the player', async () => {
    stop();
    await settled();
    jest.advanceTimersByTime(2000);
    expect(marks(host)).toHaveLength(0);
  });
});

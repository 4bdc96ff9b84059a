import { jest } from '@jest/globals';
import { mountWatermark } from './mount-watermark.js';

const lines = ['Amelia Öztürk', 'amelia@example.org', '203.0.113.84'];
const watermarks = (parent: HTMLElement) => [...parent.querySelectorAll<HTMLElement>('.watermark')];
/** Closed shadow roots by watermark; tests cannot access them otherwise. */
const shadows = new WeakMap<Element, ShadowRoot>();
const attachShadow = Element.prototype.attachShadow;
const watermarkText = (watermark: HTMLElement | undefined) =>
  (watermark && shadows.get(watermark)?.textContent) ?? '';
/** Waits for mutation observers, which report in a microtask. */
const flushObservers = () => new Promise<void>((resolve) => queueMicrotask(resolve));

let player: HTMLElement;
let visible: boolean;
let reports: boolean[];
let losses: number;
let unmount: () => void;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  jest.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
    const shadow = attachShadow.call(this, init);
    shadows.set(this, shadow);
    return shadow;
  });
  player = document.body.appendChild(document.createElement('section'));
  Object.defineProperty(player, 'clientHeight', { value: 600, configurable: true });
  const video = player.appendChild(document.createElement('video'));
  visible = true;
  reports = [];
  losses = 0;
  unmount = mountWatermark({ player, video }, lines, {
    locale: 'de',
    onVisibilityChange: (isVisible) => reports.push(isVisible),
    onLoss: () => {
      losses += 1;
    },
    isVisible: () => visible,
  });
});
afterEach(() => {
  unmount();
  player.remove();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the watermark', () => {
  it('shows the viewer and the time', () => {
    const text = watermarkText(watermarks(player)[0]);
    for (const line of lines) expect(text).toContain(line);
    // An isolate (U+2068, U+2069) keeps the time apart from an address in another direction.
    expect(text).toMatch(/ · \u2068\d{1,2}\.\d{1,2}\.\d{4}, \d{1,2}:\d{2}.*\u2069$/);
  });

  it('hides its text from scripts of the page', () => {
    const [watermark] = watermarks(player);
    expect([watermark?.shadowRoot, watermark?.childNodes.length]).toEqual([null, 0]);
  });

  it('fades to a new position and updates the time, without being reported as hidden', () => {
    const [before] = watermarks(player);
    const [styles, text] = [before?.style.cssText, watermarkText(before)];
    jest.advanceTimersByTime(9000);
    const [first, second] = watermarks(player);
    expect([first, second?.style.opacity]).toEqual([before, '1']);
    expect(watermarkText(second)).not.toBe(text);
    jest.advanceTimersByTime(1500);
    expect(watermarks(player).map(({ style }) => style.opacity)).toEqual(['0', '1']);
    jest.advanceTimersByTime(1500);
    expect(watermarks(player)).toEqual([second]);
    expect(second?.style.cssText).not.toBe(styles);
    expect(reports).toEqual([]);
  });

  it('jumps to its new position when the second watermark is removed during the fade', () => {
    const [before] = watermarks(player);
    const left = before?.style.left;
    jest.spyOn(Math, 'random').mockReturnValue(0.999);
    jest.advanceTimersByTime(9000);
    watermarks(player)[1]?.remove();
    jest.advanceTimersByTime(3000);
    expect(watermarks(player)).toEqual([before]);
    expect(before?.style.left).not.toBe(left);
    expect(reports).toEqual([]);
  });

  it('starts between the top edge of the picture and the large play button', () => {
    expect(Number.parseInt(watermarks(player)[0]?.style.top ?? '', 10)).toBeGreaterThanOrEqual(5);
    expect(Number.parseInt(watermarks(player)[0]?.style.top ?? '', 10)).toBeLessThanOrEqual(14);
  });

  it('starts at the top edge of a short player and stays there while paused', () => {
    unmount();
    Object.defineProperty(player, 'clientHeight', { value: 206 });
    unmount = mountWatermark({ player, video: document.createElement('video') }, lines, {
      locale: 'de',
      onVisibilityChange: () => undefined,
      shouldFade: false,
      isVisible: () => true,
    });
    const tops = [0, 9000, 9000, 9000, 9000].map((wait) => {
      jest.advanceTimersByTime(wait);
      return Number.parseInt(watermarks(player)[0]?.style.top ?? '', 10);
    });
    expect(Math.max(...tops)).toBeLessThanOrEqual(4);
  });

  it('has an important style that lets clicks and taps through', () => {
    const { style } = watermarks(player)[0] ?? document.body;
    expect([style.pointerEvents, style.getPropertyPriority('pointer-events')]).toEqual(['none', 'important']);
  });

  it.each([
    ['removed', (watermark: HTMLElement) => watermark.remove()],
    ['hidden', (watermark: HTMLElement) => (watermark.hidden = true)],
    [
      'removed from the layout',
      (watermark: HTMLElement) => watermark.style.setProperty('display', 'none', 'important'),
    ],
    [
      'made transparent',
      (watermark: HTMLElement) => watermark.style.setProperty('opacity', '0', 'important'),
    ],
    [
      'changed to receive clicks',
      (watermark: HTMLElement) => watermark.style.setProperty('pointer-events', 'auto', 'important'),
    ],
    ['emptied', (watermark: HTMLElement) => shadows.get(watermark)?.replaceChildren()],
    ['extended with other text', (watermark: HTMLElement) => watermark.append('Somebody else')],
    ['overwritten with other text', (watermark: HTMLElement) => (watermark.textContent = 'Somebody else')],
    ['moved to another parent', (watermark: HTMLElement) => document.body.append(watermark)],
  ])('is restored when it is %s', async (_, tamper) => {
    const [watermark] = watermarks(player);
    if (watermark) tamper(watermark);
    await flushObservers();
    expect(watermarks(document.body)).toHaveLength(1);
    expect(watermarks(player)[0]).not.toBe(watermark);
    expect(watermarkText(watermarks(player)[0])).toContain('amelia@example.org');
    expect(watermarks(player)[0]?.style.opacity).not.toBe('0');
    expect(reports).toEqual([]);
  });

  it('is reported as hidden while it is invisible, and as visible afterwards', () => {
    visible = false;
    jest.advanceTimersByTime(600);
    expect(reports).toEqual([]);
    jest.advanceTimersByTime(500);
    expect(reports).toEqual([false]);
    visible = true;
    jest.advanceTimersByTime(500);
    expect(reports).toEqual([false]);
    jest.advanceTimersByTime(600);
    expect(reports).toEqual([false, true]);
  });

  it('does not freeze the page when it is removed repeatedly', async () => {
    const adversary = new MutationObserver(() => {
      for (const watermark of watermarks(player)) watermark.remove();
    });
    adversary.observe(player, { childList: true });
    watermarks(player)[0]?.remove();
    for (let round = 0; round < 50; round += 1) await flushObservers();
    expect(reports).toEqual([false]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(reports).toEqual([false]);
    adversary.disconnect();
    await jest.advanceTimersByTimeAsync(2500);
    expect(reports).toEqual([false, true]);
    expect(watermarks(player)).toHaveLength(1);
  });

  it('is counted as lost each time that it is removed after it was visible for a while', async () => {
    for (let removal = 1; removal <= 3; removal += 1) {
      jest.advanceTimersByTime(2000);
      watermarks(player)[0]?.remove();
      await flushObservers();
      watermarks(player)[0]?.remove();
      await flushObservers();
      expect(losses).toBe(removal);
    }
  });

  it('is counted as lost once while it is covered', () => {
    visible = false;
    jest.advanceTimersByTime(60_000);
    expect(losses).toBe(1);
    visible = true;
    jest.advanceTimersByTime(2000);
    visible = false;
    jest.advanceTimersByTime(1500);
    expect(losses).toBe(2);
  });

  it('is counted as lost once if an extension changes each new one', async () => {
    const extension = new MutationObserver(() => {
      for (const watermark of watermarks(player)) watermark.style.setProperty('color', 'red', 'important');
    });
    extension.observe(player, { childList: true });
    watermarks(player)[0]?.style.setProperty('color', 'red', 'important');
    await jest.advanceTimersByTimeAsync(20_000);
    extension.disconnect();
    expect(losses).toBe(1);
  });

  it('is not counted as lost while it moves, in a background tab, or when a check fails once', () => {
    jest.advanceTimersByTime(60_000);
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    visible = false;
    jest.advanceTimersByTime(60_000);
    hidden.mockReturnValue(false);
    jest.advanceTimersByTime(500);
    visible = true;
    jest.advanceTimersByTime(10_000);
    expect([losses, reports]).toEqual([0, []]);
  });

  it('is not counted as lost in picture-in-picture', () => {
    Object.defineProperty(document, 'pictureInPictureElement', { value: player, configurable: true });
    visible = false;
    jest.advanceTimersByTime(10_000);
    Reflect.deleteProperty(document, 'pictureInPictureElement');
    expect([losses, reports]).toEqual([0, [false]]);
  });

  it('is removed when it is unmounted', async () => {
    unmount();
    await flushObservers();
    jest.advanceTimersByTime(2000);
    expect(watermarks(player)).toHaveLength(0);
  });
});

import type { WatermarkPosition } from './watermark-position.js';

/** Light text on a dark halo, so that text or halo stands out from any picture. Both are translucent. */
const COLOR = 'rgba(255, 255, 255, 0.84)';

/** Above the overlay of a paused picture, below the controls. */
const Z_INDEX = '7';

const WATERMARK_STYLES: readonly (readonly [name: string, value: string])[] = [
  ['all', 'initial'],
  ['position', 'absolute'],
  // `::first-line` and `::first-letter` do not apply to flex containers, nor to text inside them.
  ['display', 'flex'],
  ['z-index', Z_INDEX],
  ['width', 'max-content'],
  ['box-sizing', 'border-box'],
  ['max-width', '98cqi'],
  ['padding', '0.7em 1em'],
  ['white-space', 'pre-line'],
  ['overflow-wrap', 'anywhere'],
  ['text-wrap', 'balance'],
  ['font-family', 'Archivo, "Archivo Fallback", system-ui, sans-serif'],
  // Relative to the width of the picture, not of the window.
  ['font-size', 'clamp(0.61rem, 1.6cqi, 1.15rem)'],
  ['font-weight', '600'],
  ['line-height', '1.3'],
  // Spaces between letters would tear apart joined scripts.
  ['letter-spacing', 'normal'],
  ['color', COLOR],
  ['-webkit-text-fill-color', COLOR],
  [
    'text-shadow',
    '0 0 1px rgb(0 0 0 / 0.9), 0 0 max(3px, 0.25em) rgb(0 0 0 / 0.75), 0 0 max(6px, 0.6em) rgb(0 0 0 / 0.55)',
  ],
  ['user-select', 'none'],
  // Lets clicks and taps through.
  ['pointer-events', 'none'],
  ['forced-color-adjust', 'none'],
];

/** Styles of the text element that are not inherited from the watermark, or must not be overridden. */
const TEXT_STYLES: typeof WATERMARK_STYLES = [
  ['display', 'block'],
  ['color', COLOR],
  ['-webkit-text-fill-color', COLOR],
];

type ExpectedStyles = Readonly<Record<string, string>>;
/** Expected computed styles of the text. Skips properties unknown to the browser: they cannot hide the text. */
const EXPECTED_TEXT_STYLES: ExpectedStyles = {
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  color: COLOR,
  '-webkit-text-fill-color': COLOR,
  transform: 'none',
  rotate: 'none',
  scale: 'none',
  filter: 'none',
  'clip-path': 'none',
  'mask-image': 'none',
  'content-visibility': 'visible',
  'mix-blend-mode': 'normal',
};
/** Expected computed styles of the watermark element. */
const EXPECTED_WATERMARK_STYLES: ExpectedStyles = {
  ...EXPECTED_TEXT_STYLES,
  position: 'absolute',
  display: 'flex',
  'z-index': Z_INDEX,
  'pointer-events': 'none',
};
/** CSS pixels. */
const MIN_FONT_SIZE = 8;

export interface Watermark {
  readonly element: HTMLElement;
  /** In a closed shadow root, which styles and scripts of the page cannot access. */
  readonly textElement: HTMLElement;
}

/** Creates a watermark without text. Its styles are important, so style sheets of the page cannot override them. */
export function createWatermark(position: WatermarkPosition): Watermark {
  const watermark = { element: document.createElement('div'), textElement: document.createElement('div') };
  watermark.element.className = 'watermark';
  watermark.element.setAttribute('aria-hidden', 'true');
  applyStyles(watermark);
  setPosition(watermark, position);
  watermark.element.attachShadow({ mode: 'closed' }).append(watermark.textElement);
  return watermark;
}

function applyStyles({ element, textElement }: Watermark): void {
  for (const [name, value] of WATERMARK_STYLES) element.style.setProperty(name, value, 'important');
  for (const [name, value] of TEXT_STYLES) textElement.style.setProperty(name, value, 'important');
}

/** Moves the watermark to a position. Its own size is subtracted, so it stays inside the picture. */
export function setPosition({ element: { style } }: Watermark, { left, top }: WatermarkPosition): void {
  const [x, y] = [Math.round(left), Math.round(top)];
  style.setProperty('left', `${x}%`, 'important');
  style.setProperty('top', `${y}%`, 'important');
  style.setProperty('translate', `${-x}% ${-y}%`, 'important');
}

/** Duration of a fade in milliseconds. */
export const FADE_MS = 1200;

/** Fades the watermark within `FADE_MS`. Uses a transition: unlike animations, it overrides important styles. */
export function fade({ element }: Watermark, direction: 'in' | 'out'): void {
  const { style } = element;
  const [before, after] = direction === 'in' ? ['0', '1'] : ['1', '0'];
  style.setProperty('opacity', before, 'important');
  // Forces a style computation; otherwise the change below would not start a transition.
  void getComputedStyle(element).opacity;
  style.setProperty('transition', `opacity ${FADE_MS}ms linear`, 'important');
  style.setProperty('opacity', after, 'important');
}

/** Runs a hit test while the element receives pointer events. */
export function withPointerEvents<T>({ style }: HTMLElement, hitTest: () => T): T {
  style.setProperty('pointer-events', 'auto', 'important');
  try {
    return hitTest();
  } finally {
    style.setProperty('pointer-events', 'none', 'important');
  }
}

/** Returns whether the watermark and its text have their expected styles. */
export const hasExpectedStyles = ({ element, textElement }: Watermark): boolean =>
  matchesStyles(element, EXPECTED_WATERMARK_STYLES) && matchesStyles(textElement, EXPECTED_TEXT_STYLES);

function matchesStyles(element: HTMLElement, expectedStyles: ExpectedStyles): boolean {
  const style = getComputedStyle(element);
  const fontSize = Number.parseFloat(style.fontSize);
  if (fontSize < MIN_FONT_SIZE) return false;
  return Object.entries(expectedStyles).every(([name, expected]) => {
    const actual = style.getPropertyValue(name);
    return actual === '' || actual === expected;
  });
}

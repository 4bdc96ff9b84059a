import type { MarkPosition } from './mark-position.js';

/** Light letters with a dark halo: one of the two contrasts with any picture, and both are translucent. */
const COLOR = 'rgba(255, 255, 255, 0.84)';

/** Above the shade of a paused picture, below the controls. */
const LAYER = '7';

const LOOK: readonly (readonly [name: string, value: string])[] = [
  ['all', 'initial'],
  ['position', 'absolute'],
  // `::first-line` and `::first-letter` do not apply to flex containers, nor to text inside them.
  ['display', 'flex'],
  ['z-index', LAYER],
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
  ['letter-spacing', '0.02em'],
  ['color', COLOR],
  ['-webkit-text-fill-color', COLOR],
  [
    'text-shadow',
    '0 0 1px rgb(0 0 0 / 0.9), 0 0 max(3px, 0.25em) rgb(0 0 0 / 0.75), 0 0 max(6px, 0.6em) rgb(0 0 0 / 0.55)',
  ],
  ['user-select', 'none'],
  // Important, since the important `all` above would otherwise reset it. Clicks and taps pass through.
  ['pointer-events', 'none'],
  ['forced-color-adjust', 'none'],
];

/** Styles of the letters that they do not share with the mark. */
const LETTERS_LOOK: typeof LOOK = [
  ['display', 'block'],
  ['color', COLOR],
  ['-webkit-text-fill-color', COLOR],
];

type Expected = Readonly<Record<string, string>>;
/**
 * Expected computed styles of the letters. Properties unknown to the browser are skipped, since they cannot
 * hide the letters.
 */
const LETTERS_EXPECTED: Expected = {
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
/** Expected computed styles of the mark around them. */
const MARK_EXPECTED: Expected = {
  ...LETTERS_EXPECTED,
  position: 'absolute',
  display: 'flex',
  'z-index': LAYER,
  'pointer-events': 'none',
};
/** CSS pixels. */
const SMALLEST_FONT = 8;

/** The mark over the picture. */
export interface Mark {
  readonly element: HTMLElement;
  /** In a closed shadow root, out of reach of rules and scripts of the page. */
  readonly letters: HTMLElement;
}

/**
 * Creates a mark without text. Its styles are important, so that no style sheet of the page overrides them.
 */
export function makeMark(position: MarkPosition): Mark {
  const mark = { element: document.createElement('div'), letters: document.createElement('div') };
  mark.element.className = 'watermark';
  mark.element.setAttribute('aria-hidden', 'true');
  applyStyles(mark);
  place(mark, position);
  mark.element.attachShadow({ mode: 'closed' }).append(mark.letters);
  return mark;
}

function applyStyles({ element, letters }: Mark): void {
  for (const [name, value] of LOOK) element.style.setProperty(name, value, 'important');
  for (const [name, value] of LETTERS_LOOK) letters.style.setProperty(name, value, 'important');
}

/** Positions the mark in the picture; it stays inside whatever the length of its lines. */
export function place({ element: { style } }: Mark, { left, top }: MarkPosition): void {
  const [x, y] = [Math.round(left), Math.round(top)];
  style.setProperty('left', `${x}%`, 'important');
  style.setProperty('top', `${y}%`, 'important');
  style.setProperty('translate', `${-x}% ${-y}%`, 'important');
}

/** Duration of a fade in milliseconds. */
export const FADE_MS = 1200;

/**
 * Fades the mark in or out within `FADE_MS`. Uses a transition, which overrides important styles; animations
 * do not.
 */
export function fade({ element }: Mark, to: 'in' | 'out'): void {
  const { style } = element;
  const [before, after] = to === 'in' ? ['0', '1'] : ['1', '0'];
  style.setProperty('opacity', before, 'important');
  // Forces a style computation, so that the change below starts a transition.
  void getComputedStyle(element).opacity;
  style.setProperty('transition', `opacity ${FADE_MS}ms linear`, 'important');
  style.setProperty('opacity', after, 'important');
}

/** Runs `look` while the mark can be hit, for hit tests by position. */
export function whileHittable<T>({ style }: HTMLElement, look: () => T): T {
  style.setProperty('pointer-events', 'auto', 'important');
  try {
    return look();
  } finally {
    style.setProperty('pointer-events', 'none', 'important');
  }
}

/** Returns whether the mark has its expected styles. */
export const hasExpectedStyles = ({ element, letters }: Mark): boolean =>
  matchesStyles(element, MARK_EXPECTED) && matchesStyles(letters, LETTERS_EXPECTED);

function matchesStyles(element: HTMLElement, look: Expected): boolean {
  const style = getComputedStyle(element);
  const size = Number.parseFloat(style.fontSize);
  if (size < SMALLEST_FONT) return false;
  return Object.entries(look).every(([name, expected]) => {
    const found = style.getPropertyValue(name);
    return found === '' || found === expected;
  });
}

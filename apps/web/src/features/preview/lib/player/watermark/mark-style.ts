import type { MarkPosition } from './mark-position.js';

/** Light letters in a dark haze: one of the two stands out from any picture, and both let it through. */
const COLOR = 'rgba(255, 255, 255, 0.84)';

/** Above the shade of a picture that stands still, below the controls. */
const LAYER = '7';

const LOOK: readonly (readonly [name: string, value: string])[] = [
  ['all', 'initial'],
  ['position', 'absolute'],
  // Rules for a first line or a first letter apply to no flex container, and so to no letter in it.
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
  // By the picture's width, not the window's.
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
  // With priority: `all` above has it too. Clicks and taps go to what lies below.
  ['pointer-events', 'none'],
  ['forced-color-adjust', 'none'],
];

/** What else the letters take from the mark. */
const LETTERS_LOOK: typeof LOOK = [
  ['display', 'block'],
  ['color', COLOR],
  ['-webkit-text-fill-color', COLOR],
];

type Expected = Readonly<Record<string, string>>;
/** What the browser must say of the letters; what it does not know of, it cannot hide them with. */
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
/** And what of the mark around them. */
const MARK_EXPECTED: Expected = {
  ...LETTERS_EXPECTED,
  position: 'absolute',
  display: 'flex',
  'z-index': LAYER,
  'pointer-events': 'none',
};
/** CSS pixels. */
const SMALLEST_FONT = 8;

/** The mark as it lies over the picture. */
export interface Mark {
  readonly element: HTMLElement;
  /** In a closed tree of their own, which neither rules nor scripts of the page reach. */
  readonly letters: HTMLElement;
}

/** Creates a mark without text, dressed with priority, so that no style sheet of the page outranks it. */
export function makeMark(position: MarkPosition): Mark {
  const mark = { element: document.createElement('div'), letters: document.createElement('div') };
  mark.element.className = 'watermark';
  mark.element.setAttribute('aria-hidden', 'true');
  dress(mark);
  place(mark, position);
  mark.element.attachShadow({ mode: 'closed' }).append(mark.letters);
  return mark;
}

function dress({ element, letters }: Mark): void {
  for (const [name, value] of LOOK) element.style.setProperty(name, value, 'important');
  for (const [name, value] of LETTERS_LOOK) letters.style.setProperty(name, value, 'important');
}

/** Puts the mark somewhere in the picture, where it stays within however long its lines are. */
export function place({ element: { style } }: Mark, { left, top }: MarkPosition): void {
  const [x, y] = [Math.round(left), Math.round(top)];
  style.setProperty('left', `${x}%`, 'important');
  style.setProperty('top', `${y}%`, 'important');
  style.setProperty('translate', `${-x}% ${-y}%`, 'important');
}

/** Milliseconds in which a mark appears or disappears. */
export const FADE_MS = 1200;

/** Lets the mark appear, or disappear; takes `FADE_MS`. Transitions outrank priority, animations do not. */
export function fade({ element }: Mark, to: 'in' | 'out'): void {
  const { style } = element;
  const [before, after] = to === 'in' ? ['0', '1'] : ['1', '0'];
  style.setProperty('opacity', before, 'important');
  // Computing it makes the change below a transition.
  void getComputedStyle(element).opacity;
  style.setProperty('transition', `opacity ${FADE_MS}ms linear`, 'important');
  style.setProperty('opacity', after, 'important');
}

/** Runs `look` while the mark can be hit, for what asks which element is where. */
export function whileHit<T>({ style }: HTMLElement, look: () => T): T {
  style.setProperty('pointer-events', 'auto', 'important');
  try {
    return look();
  } finally {
    style.setProperty('pointer-events', 'none', 'important');
  }
}

/** Whether the mark looks as it was dressed. */
export const isDressed = ({ element, letters }: Mark): boolean =>
  looksAs(element, MARK_EXPECTED) && looksAs(letters, LETTERS_EXPECTED);

function looksAs(element: HTMLElement, look: Expected): boolean {
  const style = getComputedStyle(element);
  const size = Number.parseFloat(style.fontSize);
  if (size < SMALLEST_FONT) return false;
  return Object.entries(look).every(([name, expected]) => {
    const found = style.getPropertyValue(name);
    return found === '' || found === expected;
  });
}

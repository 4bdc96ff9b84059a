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
};
/** CSS pixels. */
const SMALLEST_FONT = 8;

/** The mark as it lies over the picture. */
export interface Mark {
  readonly element: HTMLElement;
  /** In a closed tree of their own, which neither rules nor scripts of the page reach. */
  readonly letters: HTMLElement;
}

/** A mark without a word yet, dressed with priority, so that no style sheet of the page outranks it. */
export function makeMark(moving: boolean): Mark {
  const mark = { element: document.createElement('div'), letters: document.createElement('div') };
  mark.element.className = 'watermark';
  mark.element.setAttribute('aria-hidden', 'true');
  dress(mark, moving);
  mark.element.attachShadow({ mode: 'closed' }).append(mark.letters);
  return mark;
}

function dress({ element: mark, letters }: Mark, moving: boolean): void {
  for (const [name, value] of LOOK) mark.style.setProperty(name, value, 'important');
  for (const [name, value] of LETTERS_LOOK) letters.style.setProperty(name, value, 'important');
  mark.style.setProperty(
    'transition',
    moving ? 'left 8s linear, top 8s linear, translate 8s linear' : 'none',
    'important',
  );
  // Without priority: whoever looks for what lies over the mark lets it be hit for a moment.
  mark.style.setProperty('pointer-events', 'none');
}

/**
 * Puts the mark somewhere in the picture, where it stays within however long its lines are.
 *
 * @param left percent of the room beside it
 * @param top percent of the room above and below it
 */
export function place(mark: HTMLElement, left: number, top: number): void {
  const [x, y] = [Math.round(left), Math.round(top)];
  mark.style.setProperty('left', `${x}%`, 'important');
  mark.style.setProperty('top', `${y}%`, 'important');
  mark.style.setProperty('translate', `${-x}% ${-y}%`, 'important');
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

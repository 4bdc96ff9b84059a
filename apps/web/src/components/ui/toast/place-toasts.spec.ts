import { jest } from '@jest/globals';
import { placeToasts } from './place-toasts.js';

const HEIGHT = 100;
const rect = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect;

/** Renders a focused field with its error sentence, and toasts at the bottom of the window. */
function show(top: number, isRefused = true, innerHeight = 400): HTMLElement {
  Object.assign(window, { innerHeight });
  document.body.innerHTML = `<input aria-invalid="${isRefused}" aria-describedby="hint sentence">
    <p id="sentence">Name is required</p><ol></ol>`;
  const [field, sentence, viewport] = ['input', 'p', 'ol'].map((one) => document.querySelector(one));
  if (!(field instanceof HTMLElement && sentence && viewport instanceof HTMLElement)) throw new Error('none');
  field.getBoundingClientRect = rect(top, top + 50);
  sentence.getBoundingClientRect = rect(top + 60, top + 80);
  jest.spyOn(viewport, 'offsetHeight', 'get').mockReturnValue(HEIGHT);
  field.focus();
  placeToasts(viewport);
  return viewport;
}

it.each([
  ['a field that was refused', 240],
  ['only its sentence', 221],
])('moves the toasts of larger screens to the top when they would cover %s', (_what, top) => {
  expect(show(top)).toHaveAttribute('data-top');
});

it.each([
  ['above them', 200, true],
  ['in no need of correction', 240, false],
])('leaves the toasts at the bottom for a field %s', (_what, top, isRefused) => {
  expect(show(top, isRefused)).not.toHaveAttribute('data-top');
});

it('leaves the toasts at the bottom when they would also cover the field at the top', () => {
  expect(show(60, true, 180)).not.toHaveAttribute('data-top');
});

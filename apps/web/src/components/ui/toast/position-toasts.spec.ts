import { jest } from '@jest/globals';
import { positionToasts } from './position-toasts.js';

const HEIGHT = 100;
const rect = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect;

/** Renders a focused field with its error message, and positions toasts in a window of this height. */
function renderToasts(top: number, isInvalid = true, innerHeight = 400): HTMLElement {
  Object.assign(window, { innerHeight });
  document.body.innerHTML = `<input aria-invalid="${isInvalid}" aria-describedby="hint error">
    <p id="error">Name is required</p><ol></ol>`;
  const [field, error, viewport] = ['input', 'p', 'ol'].map((name) => document.querySelector(name));
  if (!(field instanceof HTMLElement && error && viewport instanceof HTMLElement)) {
    throw new Error('The test page lacks an element.');
  }
  field.getBoundingClientRect = rect(top, top + 50);
  error.getBoundingClientRect = rect(top + 60, top + 80);
  jest.spyOn(viewport, 'offsetHeight', 'get').mockReturnValue(HEIGHT);
  field.focus();
  positionToasts(viewport);
  return viewport;
}

it.each([
  ['an invalid field', 240],
  ['only the error message of a field', 221],
])('moves the toasts to the top of larger screens when they would cover %s', (_target, top) => {
  expect(renderToasts(top)).toHaveAttribute('data-top');
});

it.each([
  ['an invalid field above them', 200, true],
  ['a valid field', 240, false],
])('leaves the toasts at the bottom for %s', (_target, top, isInvalid) => {
  expect(renderToasts(top, isInvalid)).not.toHaveAttribute('data-top');
});

it('leaves the toasts at the bottom when they would also cover the field at the top', () => {
  expect(renderToasts(60, true, 180)).not.toHaveAttribute('data-top');
});

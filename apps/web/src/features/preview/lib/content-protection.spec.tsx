import { fireEvent, render } from '@testing-library/react';
import { useContentProtection } from './content-protection.js';

function Protected() {
  useContentProtection();
  return <p>picture</p>;
}
/** Returns whether the page lets an event pass. */
const passes = (key: string, modifiers: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, ...modifiers });

describe('content protection', () => {
  it('blocks the context menu and the specified keys', () => {
    render(<Protected />);
    expect(fireEvent.contextMenu(document.body)).toBe(false);
    expect(passes('PrintScreen')).toBe(false);
    expect(passes('I', { ctrlKey: true, shiftKey: true })).toBe(false);
    expect(passes('c', { ctrlKey: true, shiftKey: true })).toBe(false);
    expect(passes('u', { ctrlKey: true })).toBe(false);
  });

  it('lets every other key pass', () => {
    render(<Protected />);
    for (const key of ['Tab', 'Enter', ' ', 'ArrowLeft', 'u', 'F6', 'Escape']) expect(passes(key)).toBe(true);
    expect(passes('c', { ctrlKey: true })).toBe(true);
    expect(passes('r', { ctrlKey: true })).toBe(true);
  });

  it('ends when the player unmounts', () => {
    render(<Protected />).unmount();
    expect(fireEvent.contextMenu(document.body)).toBe(true);
    expect(passes('u', { ctrlKey: true })).toBe(true);
  });
});

import { fireEvent, render } from '@testing-library/react';
import { useContentProtection } from './content-protection.js';

function ProtectedPage() {
  useContentProtection();
  return <p>picture</p>;
}
/** Returns whether a key press keeps its default action. */
const isAllowed = (key: string, modifiers: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, ...modifiers });

describe('content protection', () => {
  it('blocks the context menu and the specified keys', () => {
    render(<ProtectedPage />);
    expect(fireEvent.contextMenu(document.body)).toBe(false);
    expect(isAllowed('PrintScreen')).toBe(false);
    expect(isAllowed('I', { ctrlKey: true, shiftKey: true })).toBe(false);
    expect(isAllowed('c', { ctrlKey: true, shiftKey: true })).toBe(false);
    expect(isAllowed('u', { ctrlKey: true })).toBe(false);
  });

  it('allows all other keys', () => {
    render(<ProtectedPage />);
    for (const key of ['Tab', 'Enter', ' ', 'ArrowLeft', 'u', 'F6', 'Escape'])
      expect(isAllowed(key)).toBe(true);
    expect(isAllowed('c', { ctrlKey: true })).toBe(true);
    expect(isAllowed('r', { ctrlKey: true })).toBe(true);
  });

  it('stops when the player unmounts', () => {
    render(<ProtectedPage />).unmount();
    expect(fireEvent.contextMenu(document.body)).toBe(true);
    expect(isAllowed('u', { ctrlKey: true })).toBe(true);
  });
});

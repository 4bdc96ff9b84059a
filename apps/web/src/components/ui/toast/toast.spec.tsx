import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { toastLimits } from '../../../lib/constants.js';
import { renderApp } from '../../../testing/render-app.js';
import { dismissToast, toast, toastStore } from './toast-store.js';

describe('the toaster', () => {
  it('has the specified limits', () => {
    expect(toastLimits).toEqual({
      atOnce: 1,
      displayMs: 5000,
      removalMs: 1_000_000,
      swipeDirection: 'right',
      swipeThreshold: 50,
      hotkey: 'F8',
      maxWidth: 420,
    });
  });

  it('replaces the current toast with a new one', async () => {
    renderApp(null);
    act(() => {
      toast({ title: 'First', description: 'one' });
    });
    expect(await screen.findByText('First')).toBeVisible();
    act(() => {
      toast({ title: 'Second', description: 'two', variant: 'destructive' });
    });
    expect(await screen.findByText('Second')).toBeVisible();
    expect(screen.queryByText('First')).toBeNull();
  });

  it('shows a follow-up after its toast, even when another toast replaced that toast', async () => {
    renderApp(null);
    const close = () => act(() => dismissToast(toastStore.read().find(({ open }) => open)?.id ?? ''));
    act(() =>
      toast({ title: 'First', description: 'one', next: { title: 'Follow-up', description: 'two' } }),
    );
    expect(await screen.findByText('First')).toBeVisible();
    act(() => toast({ title: 'Between', description: 'three' }));
    expect(await screen.findByText('Between')).toBeVisible();
    close();
    expect(await screen.findByText('Follow-up')).toBeVisible();
    close();
    await waitFor(() => expect(screen.queryByText('Follow-up')).toBeNull());
  });

  it('keeps a queued follow-up when the next toast also has a follow-up', async () => {
    const followUp = (title: string) => ({ title, description: 'later' });
    toast({ title: 'First', description: 'one', next: followUp('Warning') });
    toast({ title: 'Second', description: 'two', next: followUp('Hint') });
    const shown: (string | undefined)[] = [];
    for (let open = toastStore.read()[0]; open?.open; open = toastStore.read()[0]) {
      shown.push(open.title);
      dismissToast(open.id);
    }
    expect(shown).toEqual(['Second', 'Hint', 'Warning']);
  });

  it('closes a dismissed toast and keeps its entry until it is removed', async () => {
    renderApp(null);
    act(() => {
      toast({ title: 'Gone', description: 'soon' });
    });
    expect(await screen.findByText('Gone')).toBeVisible();
    act(() => dismissToast(toastStore.read()[0]?.id ?? ''));
    await waitFor(() => expect(screen.queryByText('Gone')).toBeNull());
    expect(toastStore.read()).toHaveLength(1);
  });

  it('focuses the toasts when their hotkey is pressed', async () => {
    renderApp(null);
    act(() => {
      toast({ title: 'Here', description: 'I am' });
    });
    await screen.findByText('Here');
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toContainElement(
      document.activeElement as HTMLElement,
    );
  });
});

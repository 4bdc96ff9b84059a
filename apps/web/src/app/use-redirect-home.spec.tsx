import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { toast, toastStore } from '../components/ui/toast/toast-store.js';
import { renderApp } from '../testing/render-app.js';
import { useRedirectHome } from './use-redirect-home.js';

const success = {
  title: 'Success',
  text: 'Redirecting to preview...',
  stayingText: 'Staying',
  awayText: 'Elsewhere',
};

function Page({ warning, shown }: { warning?: string; shown?: boolean }) {
  const redirect = useRedirectHome(shown);
  return (
    <button type="button" onClick={() => redirect({ ...success, ...(warning ? { warning } : {}) })}>
      Save
    </button>
  );
}

afterEach(() => jest.useRealTimers());

const openTitles = () => toastStore.read().flatMap(({ open, title }) => (open ? [title] : []));

it('shows the success message for 5 seconds across the redirect, then the warning for 5 seconds', async () => {
  renderApp(<Page warning="The poster was not applied" />, '/upload');
  // The toast list is loaded with the first toast.
  act(() => toast({ title: 'Earlier', description: 'one' }));
  await screen.findByText('Earlier');
  act(() => toastStore.clear());
  jest.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Save' }).click());
  const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  await advance(1600);
  expect([location.pathname, openTitles()]).toEqual(['/', ['Success']]);
  await advance(3300);
  expect(openTitles()).toEqual(['Success']);
  await advance(1000);
  expect(openTitles()).toEqual(['Warning']);
  expect(screen.getByText('The poster was not applied')).toBeVisible();
  await advance(3500);
  expect(openTitles()).toEqual(['Warning']);
  await advance(1500);
  expect(openTitles()).toEqual([]);
});

it('stays when another page of the admin area is shown', async () => {
  renderApp(<Page shown={false} />, '/upload/settings');
  jest.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Save' }).click());
  expect(toastStore.read()[0]?.description).toBe('Elsewhere');
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(location.pathname).toBe('/upload/settings');
});

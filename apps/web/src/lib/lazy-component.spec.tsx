import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { RetryBoundary } from '../components/ui/retry-boundary.js';
import { type LazyComponent, lazyComponent } from './lazy-component.js';

interface Props {
  name: string;
}
type Module = { default: ComponentType<Props> };
const module: Module = { default: ({ name }) => <p>Hello {name}</p> };
const loading = () => jest.fn<() => Promise<Module>>().mockResolvedValue(module);

/** Renders a component inside its error boundary. */
const page = (Part: LazyComponent<Props>) => (
  <RetryBoundary
    fallback={({ chunkMissing, retry }) => (
      <button type="button" onClick={retry}>
        {chunkMissing ? 'It did not arrive' : 'It is broken'}
      </button>
    )}
  >
    <Suspense fallback="Loading">
      <Part name="Ada" />
    </Suspense>
  </RetryBoundary>
);

const before = globalThis.fetch;
let ask: jest.Mock<typeof fetch>;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  // The request for the current build fails.
  ask = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('offline'));
  globalThis.fetch = ask;
});
afterEach(() => {
  jest.restoreAllMocks();
  globalThis.fetch = before;
});

it('loads a component when it is first shown', async () => {
  const load = loading();
  const Part = lazyComponent(load);
  expect(load).not.toHaveBeenCalled();
  render(page(Part));
  expect(screen.getByText('Loading')).toBeVisible();
  expect(await screen.findByText('Hello Ada')).toBeVisible();
});

it('shows a preloaded component at once', async () => {
  const load = loading();
  const Part = lazyComponent(load);
  await act(async () => Part.preload());
  render(page(Part));
  expect(screen.queryByText('Loading')).toBeNull();
  expect(screen.getByText('Hello Ada')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('ignores a failed preload, and loads the component when it is shown', async () => {
  const load = loading().mockRejectedValueOnce(new TypeError('offline'));
  const Part = lazyComponent(load);
  await act(async () => Part.preload());
  render(page(Part));
  expect(await screen.findByText('Hello Ada')).toBeVisible();
});

it('reports a component that failed to load when the portal serves no other build, and retries it', async () => {
  const load = loading().mockRejectedValueOnce(new TypeError('offline'));
  render(page(lazyComponent(load)));
  const retry = await screen.findByText('It did not arrive');
  expect(ask).toHaveBeenCalledWith('/', { cache: 'no-store' });
  fireEvent.click(retry);
  expect(await screen.findByText('Hello Ada')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { act, screen } from '@testing-library/react';
import { FakeApi, failure } from '../../testing/fake-api.js';
import { renderApp } from '../../testing/render-app.js';
import { useWatchingNow } from './watching-now.js';

const { list } = routes.live;
const counts = { players: [], total: 3, watching: 2, playing: 1 };
let api: FakeApi;

function Counts({ enabled = true }: { enabled?: boolean }) {
  return <p>{JSON.stringify(useWatchingNow(enabled)) ?? 'unknown'}</p>;
}
const seconds = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 1000));

beforeEach(() => {
  jest.useFakeTimers();
  api = new FakeApi().install().on(list, counts);
});
afterEach(() => jest.useRealTimers());

it('counts the visitors every 10 s, and asks for no more than the counts', async () => {
  renderApp(<Counts />);
  expect(screen.getByText('unknown')).toBeVisible();
  await seconds(1);
  expect(screen.getByText('{"watching":2,"playing":1}')).toBeVisible();
  api.on(list, { ...counts, watching: 5 });
  await seconds(10);
  expect(screen.getByText('{"watching":5,"playing":1}')).toBeVisible();
  expect(api.calls(list).map(({ query }) => query)).toEqual([{ limit: '1' }, { limit: '1' }]);
});

it('is unknown while the portal does not answer', async () => {
  renderApp(<Counts />);
  await seconds(1);
  api.on(list, () => failure('SERVICE_UNAVAILABLE'));
  await seconds(10);
  expect(screen.getByText('unknown')).toBeVisible();
});

it('asks nothing without the uploader’s level', async () => {
  renderApp(<Counts enabled={false} />);
  await seconds(60);
  expect(api.calls(list)).toEqual([]);
});

import { routes } from '@secure-preview/contracts';
import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { FakeApi, failure } from '../../testing/fake-api.js';
import { createQueryClient } from '../query-client.js';
import { activeTrailerQuery } from './active-trailer.js';
import { refreshTrailers } from './trailers.js';

it('requests an absent trailer only once, and again after trailers may have changed', async () => {
  const api = new FakeApi().install().on(routes.trailers.active, () => failure('NO_ACTIVE_TRAILER'));
  const queryClient = createQueryClient();
  const observe = () => new QueryObserver(queryClient, activeTrailerQuery).subscribe(() => undefined);
  const asked = () => api.calls(routes.trailers.active).length;
  const settled = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));

  const leave = observe();
  await settled();
  leave();
  observe()();
  await settled();
  expect(asked()).toBe(1);

  await refreshTrailers(queryClient);
  await waitFor(() => expect(asked()).toBe(2));
  queryClient.clear();
});

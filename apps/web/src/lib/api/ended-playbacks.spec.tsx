import { routes } from '@secure-preview/contracts';
import { act, screen } from '@testing-library/react';
import { FakeApi } from '../../testing/fake-api.js';
import { renderApp } from '../../testing/render-app.js';
import { useAllowPlayback, useEndPlayback } from './ended-playbacks.js';

const { end, allow } = routes.endedPlaybacks;
const playback = { leadId: crypto.randomUUID(), trailerId: crypto.randomUUID() };

function Buttons() {
  const [ending, allowing] = [useEndPlayback(), useAllowPlayback()];
  return (
    <>
      <button type="button" onClick={() => ending.mutate(playback)}>
        {ending.isSuccess ? 'Ended' : 'End'}
      </button>
      <button type="button" onClick={() => allowing.mutate(playback)}>
        {allowing.isSuccess ? 'Allowed' : 'Allow'}
      </button>
    </>
  );
}

it('ends and allows the playback of a version in the visit of a lead', async () => {
  const api = new FakeApi().install().on(end, { ok: true }).on(allow, { ok: true });
  const { user } = renderApp(<Buttons />);
  await act(() => user.click(screen.getByText('End')));
  expect(await screen.findByText('Ended')).toBeVisible();
  expect(api.calls(end).map(({ params }) => params)).toEqual([playback]);
  expect(api.calls(allow)).toEqual([]);
  await act(() => user.click(screen.getByText('Allow')));
  expect(await screen.findByText('Allowed')).toBeVisible();
  expect(api.calls(allow).map(({ params }) => params)).toEqual([playback]);
});

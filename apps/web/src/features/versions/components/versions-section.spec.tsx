import { type ListedTrailer, routes } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { activeTrailer, listedTrailerOf, trailer } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';
import { VersionsSection } from './versions-section.js';

const { trailers } = routes;
let api: FakeApi;
let stored: ListedTrailer[];

const current = listedTrailerOf({ title: 'Second cut', active: true });
const older = listedTrailerOf({ title: 'First cut', expiresAt: '2026-03-08T12:00:00.000Z' });
const encoding = listedTrailerOf({
  title: 'Third cut',
  status: 'processing',
  finished: false,
  videoURL: null,
  renditions: [],
  step: 'encode',
  progress: 41.7,
  secondsLeft: 130,
  durationSeconds: null,
});

const open = () =>
  renderApp(
    <VersionsSection unlocked renderPlayer={({ videoURL }) => <p>Player of {videoURL}</p>} />,
    '/upload',
  );
const itemOf = async (title: string) => {
  const item = (await screen.findByRole('heading', { name: title, level: 3 })).closest('li');
  if (!item) throw new Error(`${title} is not in a list`);
  return within(item);
};

beforeEach(() => {
  stored = [current, older];
  api = new FakeApi()
    .install()
    .on(trailers.active, activeTrailer)
    .on(trailers.list, () => answer(trailers.list, stored));
});

describe('a version', () => {
  it('shows its duration and sizes, and whether viewers see it', async () => {
    stored = [
      { ...current, renditions: [1080, 480].map((rung) => ({ rung, width: rung * 2, height: rung })) },
    ];
    open();
    const item = await itemOf('Second cut');
    expect(screen.getByRole('heading', { name: 'Trailer Versions (1)' })).toBeVisible();
    expect(item.getByText('Shown now')).toBeVisible();
    expect(item.getByText('Length 1:30')).toBeVisible();
    expect(item.getByText('Sizes 480p, 1080p')).toBeVisible();
    expect(item.queryByRole('button', { name: /^(Make|Delete|Cancel)/ })).toBeNull();
  });

  it('says that it is marked, and what is lost if it is deleted', async () => {
    const markCheck = { segments: 180, readableSegments: 171, secondsToName: 25, people: 120, weak: false };
    stored = [current, { ...older, marked: true, markCheck }];
    const { user } = open();
    expect((await itemOf('First cut')).getByText('Marked')).toBeVisible();
    expect(
      (await itemOf('First cut')).getByText(/^Marks checked: a clip of 25\s+s names one of/),
    ).toBeVisible();
    expect((await itemOf('Second cut')).queryByText(/Mark/)).toBeNull();
    const examine = screen.getAllByRole('link', { name: 'Examine a found clip' });
    expect(examine.map((link) => link.getAttribute('href'))).toEqual(['/upload/leaks']);
    await user.click(screen.getByRole('button', { name: 'Delete First cut' }));
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/Whose a found copy of it was/);
  });

  it('shows when its video is removed if it was replaced', async () => {
    open();
    expect((await itemOf('First cut')).getByText(/^The video is removed after Mar 8, 2026/)).toBeVisible();
  });

  it('shows its warning when it is playable', async () => {
    const warning = 'Not every size could be made. The file ends too early.';
    stored = [{ ...current, warning }];
    open();
    expect((await itemOf('Second cut')).getByText(warning)).toBeVisible();
  });

  it('shows step, percentage and remaining time while it is processed', async () => {
    stored = [encoding, current];
    open();
    const item = await itemOf('Third cut');
    expect(item.getByText('Encoding, 41 %, about 3 min left')).toBeVisible();
    expect(item.getByRole('progressbar', { name: 'Processing of Third cut' })).toHaveAttribute('value', '42');
    expect(item.queryByRole('button', { name: /^Preview/ })).toBeNull();
  });

  it.each([
    [null, 'Playable already; more sizes wait for their turn'],
    ['storage-unavailable', 'Playable already; more sizes wait for the storage, which cannot be reached'],
  ])('shows why it waits at step %s, without a progress bar', async (step, text) => {
    stored = [{ ...current, finished: false, progress: 18, step }];
    open();
    const item = await itemOf('Second cut');
    expect(item.getByText(text)).toBeVisible();
    expect(item.queryByRole('progressbar')).toBeNull();
    expect(item.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  });

  it.each([
    [{ status: 'failed', failure: 'The file has no video.' }, 'Failed', 'The file has no video.'],
    [{ status: 'expired' }, 'Video removed', /its video has since been removed/],
  ] as const)('shows why it cannot be played: %j', async (overrides, state, reason) => {
    stored = [listedTrailerOf({ title: 'Third cut', videoURL: null, renditions: [], ...overrides })];
    open();
    const item = await itemOf('Third cut');
    expect(item.getByText(state)).toBeVisible();
    expect(item.getByText(reason)).toBeVisible();
    expect(item.getAllByRole('button')).toHaveLength(1);
    expect(item.getByRole('button', { name: 'Delete Third cut' })).toBeVisible();
  });
});

describe('the list of versions', () => {
  it('reports that there are no uploads yet', async () => {
    stored = [];
    open();
    expect(await screen.findByText(/^Nothing has been uploaded yet/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Trailer Versions' })).toBeVisible();
  });

  it('loads again on request after a failure', async () => {
    api.on(trailers.list, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    expect(await screen.findByText('The versions could not be loaded.')).toBeVisible();
    api.on(trailers.list, () => answer(trailers.list, stored));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await itemOf('First cut')).toBeDefined();
  });

  it('shows five versions at first, and all versions on request', async () => {
    stored = Array.from({ length: 7 }, (_, index) => listedTrailerOf({ title: `Cut ${index}` }));
    const { user } = open();
    await itemOf('Cut 4');
    expect(screen.queryByText('Cut 5')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 7 versions' }));
    expect(await itemOf('Cut 6')).toBeDefined();
  });

  it('sends no request while the upload password has to be entered again', async () => {
    renderApp(<VersionsSection unlocked={false} renderPlayer={() => null} />, '/upload');
    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(api.calls(trailers.list)).toHaveLength(0);
  });

  it('polls until processing ends, announces the end, and refetches the active trailer', async () => {
    stored = [encoding, current];
    const { queryClient } = open();
    queryClient.setQueryData([trailers.active.path], activeTrailer);
    await itemOf('Third cut');
    stored = [
      listedTrailerOf({ ...encoding, status: 'ready', finished: true, step: null, active: true }),
      older,
    ];
    expect(await screen.findByText('“Third cut” can be played now.')).toBeInTheDocument();
    expect((await itemOf('Third cut')).getByText('Shown now')).toBeVisible();
    expect(queryClient.getQueryState([trailers.active.path])?.isInvalidated).toBe(true);
  });
});

describe('the row of a version', () => {
  it('previews a version, and makes it active from the preview', async () => {
    api.on(trailers.activate, ({ params }) => {
      stored = stored.map((version) => ({
        ...version,
        active: version.id === params['trailerId'],
        expiresAt: null,
      }));
      return answer(trailers.activate, { ...trailer, id: older.id, active: true });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Preview First cut' }));
    const dialog = within(screen.getByRole('dialog', { name: 'First cut' }));
    expect(dialog.getByText(`Player of ${older.videoURL}`)).toBeVisible();
    expect(dialog.getByText('Only you see this version until you make it active.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Make active' }));
    expect(await screen.findByText('“First cut” is shown to viewers now')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await itemOf('First cut')).getByText('Shown now')).toBeVisible();
    expect((await itemOf('Second cut')).getByText('Ready')).toBeVisible();
    expect(api.calls(trailers.activate)[0]?.params).toEqual({ trailerId: older.id });
  });

  it('makes a version active without confirmation, and keeps the focus in the list', async () => {
    api.on(trailers.activate, () => {
      stored = [older, current].map((version) => ({ ...version, active: version === older }));
      return answer(trailers.activate, { ...trailer, active: true });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Make First cut active' }));
    await waitFor(() => expect(screen.getByRole('list', { name: 'Uploaded trailers' })).toHaveFocus());
  });

  it('deletes a version after confirmation', async () => {
    api.on(trailers.remove, () => {
      stored = [current];
      return answer(trailers.remove, { ok: true });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete First cut' }));
    const dialog = () => within(screen.getByRole('dialog', { name: 'Delete “First cut”?' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(api.calls(trailers.remove)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Delete First cut' }));
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('“First cut” has been deleted')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'First cut' })).toBeNull();
    expect(api.calls(trailers.remove)[0]?.params).toEqual({ trailerId: older.id });
  });

  it('makes a marked version after confirmation, where the portal offers it', async () => {
    stored = [current, { ...older, markable: true }];
    const version = listedTrailerOf({ ...encoding, title: 'First cut', marked: true });
    api.on(trailers.mark, () => {
      stored = [version, ...stored];
      return answer(trailers.mark, { ...trailer, id: version.id, title: 'First cut' });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Encode First cut again with marks' }));
    expect(screen.queryByRole('button', { name: 'Encode Second cut again with marks' })).toBeNull();
    const dialog = within(screen.getByRole('dialog', { name: 'Encode “First cut” again with marks?' }));
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(
      /it replaces the version that viewers see as soon as it can be played/,
    );
    expect(api.calls(trailers.mark)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Encode again with marks' }));
    expect(await screen.findByText('A marked version of “First cut” is being made')).toBeVisible();
    expect(await screen.findByText('Encoding, 41 %, about 3 min left')).toBeVisible();
    expect(api.calls(trailers.mark)[0]?.params).toEqual({ trailerId: older.id });
  });

  it('says that the uploaded file is gone, and no longer offers a marked version', async () => {
    stored = [{ ...current, markable: true }];
    api.on(trailers.mark, () => {
      stored = [current];
      return failure('SOURCE_NOT_KEPT');
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Encode Second cut again with marks' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Encode again with marks' }));
    expect(await screen.findByText('Not Encoded')).toBeVisible();
    expect(screen.getByText(/^The uploaded file of this trailer is no longer in storage/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Encode Second cut again with marks' })).toBeNull();
  });

  it('cancels processing after confirmation', async () => {
    stored = [encoding, current];
    api.on(trailers.cancel, () => {
      const failure = 'Processing was cancelled.';
      stored = [{ ...encoding, status: 'failed', finished: true, step: null, failure }, current];
      return answer(trailers.cancel, trailer);
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel the processing of Third cut' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/you would have to upload it again/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel processing' }));
    expect(await screen.findByText('“Third cut” is no longer processed')).toBeVisible();
    expect((await itemOf('Third cut')).getByText('Processing was cancelled.')).toBeVisible();
  });

  it('explains before cancelling that a playable version stays playable', async () => {
    stored = [{ ...current, finished: false, step: 'encode', progress: 50 }];
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel the processing of Second cut' }));
    expect(within(screen.getByRole('dialog')).getByText(/It stays as it is and can be played/)).toBeVisible();
  });

  it('shows why an action was rejected, and refetches the list', async () => {
    api.on(trailers.activate, () => {
      stored = [current, { ...older, status: 'expired', videoURL: null, expiresAt: null }];
      return failure('TRAILER_EXPIRED');
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Make First cut active' }));
    expect(await screen.findByText('Not Activated')).toBeVisible();
    expect(screen.getByText('The video of this trailer was removed. Please upload it again')).toBeVisible();
    expect((await itemOf('First cut')).getByText('Video removed')).toBeVisible();
  });
});

import { routes } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { activeTrailer } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';
import { CaptionsSection } from './captions-section.js';

const german = {
  id: '0b0a3f0c-6f3b-4b58-8d5f-0c3c3a0b1d11',
  language: 'de',
  label: 'Deutsch',
  path: '/api/media/captions/de',
};
const srt = '1\n00:00:01,000 --> 00:00:02,000\nHallo\n';
/** Creates a file with `arrayBuffer`, which the test environment lacks. */
const file = (name: string, text = srt) =>
  Object.assign(new File([text], name), { arrayBuffer: async () => new TextEncoder().encode(text).buffer });

let api: FakeApi;
const show = () => renderApp(<CaptionsSection unlocked />, '/upload');
const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** Sets the captions of the active trailer. */
const setCaptions = (captions: (typeof german)[]) =>
  api.on(routes.trailers.active, { ...activeTrailer, captions });

beforeEach(() => {
  api = new FakeApi().install().on(routes.trailers.list, []);
  setCaptions([]);
});

describe('the captions section of the upload page', () => {
  it('adds captions from a file in the language of its file name', async () => {
    api.on(routes.captions.add, () => {
      setCaptions([german]);
      return answer(routes.captions.add, german);
    });
    const { user } = show();
    await screen.findByText('The trailer has no captions yet.');
    expect(button('Add Captions')).toBeDisabled();
    await user.upload(screen.getByLabelText('Captions file'), file('trailer.de.srt'));
    expect(screen.getByLabelText('Language')).toHaveValue('de');
    await user.click(button('Add Captions'));
    expect(await screen.findByText('The trailer has captions in German')).toBeVisible();
    expect(api.calls(routes.captions.add)).toMatchObject([
      { params: { trailerId: activeTrailer.id }, body: { language: 'de', text: srt } },
    ]);
    expect(await screen.findByRole('listitem')).toHaveTextContent('German Deutsch de');
    expect(screen.getByLabelText('Language')).toHaveValue('');
  });

  it('shows the error of a file and keeps the selection', async () => {
    api.on(routes.captions.add, () => failure('CAPTIONS_CUE_WITHOUT_LENGTH', { line: 6 }));
    const { user } = show();
    await user.upload(await screen.findByLabelText('Captions file'), file('trailer.srt'));
    await user.selectOptions(screen.getByLabelText('Language'), 'German');
    await user.click(button('Add Captions'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Line 6 of the captions: the end time is not after the start time',
    );
    expect(screen.getByLabelText('Language')).toHaveValue('de');
  });

  it('keeps a file that is chosen during the upload of another file', async () => {
    let respond: (response: Response) => void = () => undefined;
    api.on(routes.captions.add, () => new Promise<Response>((resolve) => (respond = resolve)));
    const { user } = show();
    await user.upload(await screen.findByLabelText('Captions file'), file('trailer.de.srt'));
    await user.click(button('Add Captions'));
    await waitFor(() => expect(api.calls(routes.captions.add)).toHaveLength(1));
    await user.upload(screen.getByLabelText('Captions file'), file('trailer.fr.srt'));
    respond(answer(routes.captions.add, german));
    expect(await screen.findByText('The trailer has captions in German')).toBeVisible();
    expect(screen.getByLabelText('Language')).toHaveValue('fr');
    expect(button('Add Captions')).toBeEnabled();
  });

  it('accepts any language by its tag, and rejects invalid tags', async () => {
    api.on(routes.captions.add, () =>
      answer(routes.captions.add, { ...german, language: 'cy', label: 'Cymraeg' }),
    );
    const { user } = show();
    await user.upload(await screen.findByLabelText('Captions file'), file('trailer.srt'));
    await user.selectOptions(screen.getByLabelText('Language'), 'Another language...');
    await user.type(screen.getByLabelText('Language tag'), 'no tag');
    await user.click(button('Add Captions'));
    expect(await screen.findByText('“no tag” is not a language tag.')).toBeVisible();
    await user.clear(screen.getByLabelText('Language tag'));
    await user.type(screen.getByLabelText('Language tag'), 'cy');
    await user.click(button('Add Captions'));
    await waitFor(() => expect(api.calls(routes.captions.add)).toHaveLength(1));
    expect(api.calls(routes.captions.add)[0]).toMatchObject({ body: { language: 'cy' } });
  });

  it('warns before captions are replaced, and does not send a file that is too large', async () => {
    setCaptions([german]);
    const { user } = show();
    await user.upload(await screen.findByLabelText('Captions file'), file('x.de.srt', 'x'.repeat(180_001)));
    expect(await screen.findByText('The captions in German will be replaced.')).toBeVisible();
    await user.click(button('Add Captions'));
    expect(await screen.findByText('The file is larger than 180 KB.')).toBeVisible();
    expect(api.calls(routes.captions.add)).toHaveLength(0);
  });

  it('removes captions after confirmation', async () => {
    setCaptions([german]);
    api.on(routes.captions.remove, () => {
      setCaptions([]);
      return answer(routes.captions.remove, { ok: true });
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Remove the captions in German' }));
    const dialog = screen.getByRole('dialog', { name: 'Remove the captions in German?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(api.calls(routes.captions.remove)).toHaveLength(0);
    await user.click(button('Remove the captions in German'));
    await user.click(button('Remove'));
    expect(await screen.findByText('The trailer has no captions yet.')).toBeVisible();
    expect(api.calls(routes.captions.remove)).toMatchObject([
      { params: { trailerId: activeTrailer.id, captionId: german.id } },
    ]);
  });

  it('shows a hint when there is no trailer', async () => {
    api.on(routes.trailers.active, () => failure('NO_ACTIVE_TRAILER'));
    show();
    expect(await screen.findByText('Upload a trailer first. Its captions are added here.')).toBeVisible();
  });
});

import { randomUUID } from 'node:crypto';
import type { CaptionForm, Requester } from '@secure-preview/contracts';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let video: Buffer;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  video = await videos.make('video.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
  app = await MediaApp.start(servers.environment);
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

let trailerId: string;
beforeEach(async () => {
  trailerId = (await app.accept(video)).id;
});

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
const add = (overrides: Partial<CaptionForm> = {}, commandId = randomUUID() as string) =>
  app.captions.addCaptions({ trailerId, language: 'en', text: srt('Hello'), ...overrides }, call(commandId));
const remove = (captionId: string, commandId = randomUUID() as string) =>
  app.captions.removeCaptions({ trailerId, captionId }, call(commandId));
const read = async (captionId: string, requester: Partial<Requester> = { mayPreview: true }) =>
  (await app.captions.readCaptions({ captionId, ...requester }, call())).body;
const listCaptions = async () => (await app.find(trailerId)).captions ?? [];

describe('captions of a trailer', () => {
  it('are stored as WebVTT and listed with the trailer', async () => {
    const english = await add();
    const portuguese = await add({ language: 'pt-br' });
    const named = await add({ language: 'de', label: 'Deutsch für Hörgeschädigte' });
    expect(await read(english.id)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n');
    expect(await listCaptions()).toEqual([named, english, portuguese]);
    expect([named, english, portuguese].map(({ language, label }) => [language, label])).toEqual([
      ['de', 'Deutsch für Hörgeschädigte'],
      ['en', 'English'],
      ['pt-BR', 'Português (Brasil)'],
    ]);
    expect(english.path).toBe(`/api/media/captions/${english.id}`);
    expect((await app.trailers.active({}, call())).captions).toEqual([named, english, portuguese]);
  });

  it('are replaced by new captions in the same language, under a new id', async () => {
    const before = await add({ language: 'EN' });
    const after = await add({ text: srt('Hello again') });
    expect(await listCaptions()).toEqual([after]);
    expect(after.id).not.toBe(before.id);
    expect(await read(after.id)).toContain('Hello again');
    await expect(read(before.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are stored once when a command is repeated, even concurrently', async () => {
    const commandId = randomUUID();
    const [first, concurrent] = await Promise.all([add({}, commandId), add({}, commandId)]);
    expect(concurrent).toEqual(first);
    expect(await add({ text: srt('Something else') }, commandId)).toEqual(first);
    expect(await read(first.id)).toContain('Hello');
  });

  it('are removed once when a command is repeated', async () => {
    const [english, french] = [await add(), await add({ language: 'fr' })];
    const commandId = randomUUID();
    await remove(french.id, commandId);
    await remove(french.id, commandId);
    expect(await listCaptions()).toEqual([english]);
    await expect(remove(french.id)).rejects.toMatchObject({ code: 'CAPTIONS_NOT_FOUND' });
    await expect(remove('nonsense')).rejects.toMatchObject({ code: 'CAPTIONS_NOT_FOUND' });
  });

  it('cannot be removed with the id of another trailer', async () => {
    const { id } = await add();
    trailerId = (await app.accept(video)).id;
    await expect(remove(id)).rejects.toMatchObject({ code: 'CAPTIONS_NOT_FOUND' });
    expect(await read(id)).toContain('Hello');
  });

  it('are deleted with their trailer', async () => {
    const { id } = await add();
    await app.trailers.remove({ trailerId }, call());
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can be read by every viewer while their trailer is shown, and otherwise only with access to the trailer', async () => {
    const { id } = await add();
    expect(await read(id, {})).toContain('Hello');
    const before = trailerId;
    await app.accept(video);
    await expect(read(id, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read(id, { grantedTrailers: [randomUUID()] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await read(id, { grantedTrailers: [randomUUID(), before] })).toContain('Hello');
    expect(await read(id, { mayPreview: true })).toContain('Hello');
  });

  it('are rejected for an unknown trailer, when they are invalid, and beyond twelve languages', async () => {
    await expect(add({ text: 'nothing' })).rejects.toMatchObject({ code: 'NOT_CAPTIONS' });
    const languages = ['ar', 'cs', 'da', 'de', 'en', 'es', 'fi', 'fr', 'he', 'it', 'ja', 'ko'];
    for (const language of languages) await add({ language });
    await expect(add({ language: 'zh' })).rejects.toMatchObject({ code: 'TOO_MANY_CAPTIONS' });
    await add({ language: 'ko', text: srt('Another') });
    expect(await listCaptions()).toHaveLength(languages.length);
    for (const unknown of [randomUUID(), 'nonsense']) {
      trailerId = unknown;
      await expect(add()).rejects.toMatchObject({ code: 'TRAILER_NOT_FOUND' });
    }
    await expect(read('nonsense')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

import { jest } from '@jest/globals';
import {
  DESCRIPTION_DRAFT_KEY,
  EXIT_KEY,
  GATE_FIELDS_KEY,
  PENDING_POSTER_DETAILS_KEY,
  POSITIONS_KEY,
} from '../constants.js';
import { rememberedCodeRequest } from './code-request.js';
import { forgetVisitor } from './forget-visitor.js';
import { rememberedGateFields } from './gate-fields.js';
import { forgetPlaybackPositions, playbackPosition } from './playback-positions.js';
import { uploadDrafts } from './upload-drafts.js';

afterEach(() => jest.restoreAllMocks());

describe('a playback position', () => {
  const position = (email = 'amelia@example.org', version = 'one') => playbackPosition(email, version);

  it('is kept for each e-mail address and version', () => {
    position().save(42, 90);
    expect(position(' Amelia@Example.org').read()).toBe(42);
    expect(position('noor@example.org').read()).toBeUndefined();
    expect(position('amelia@example.org', 'two').read()).toBeUndefined();
    position('noor@example.org').save(12, 90);
    expect([position().read(), position('noor@example.org').read()]).toEqual([42, 12]);
  });

  it('does not reveal the e-mail address to others who use the browser', () => {
    position().save(42, 90);
    expect(localStorage.getItem(POSITIONS_KEY)).not.toContain('amelia');
  });

  it.each([
    ['near the start', 2.9],
    ['near the end', 85.5],
  ])('is deleted %s', (_, seconds) => {
    position().save(42, 90);
    position().save(seconds, 90);
    expect(position().read()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  it('is deleted by an exit, even while a player still plays', () => {
    const open = position();
    open.save(42, 90);
    forgetPlaybackPositions();
    open.save(43, 90);
    expect(position().read()).toBeUndefined();
    position().save(44, 90);
    expect(position().read()).toBe(44);
  });

  it('is kept for the latest versions only', () => {
    for (let version = 0; version < 60; version += 1) position(undefined, String(version)).save(42, 90);
    expect(position(undefined, '0').read()).toBeUndefined();
    expect(position(undefined, '59').read()).toBe(42);
  });

  it.each(['', 'no JSON', '{}', '[["a", "b"]]', '[["a", -1]]', '[["a", null]]', '42'])(
    'is undefined if the stored data is invalid, and can be saved again: %s',
    (junk) => {
      localStorage.setItem(POSITIONS_KEY, junk);
      expect(position().read()).toBeUndefined();
      position().save(42, 90);
      expect(position().read()).toBe(42);
    },
  );
});

describe('the stored gate input', () => {
  it('is kept until it is deleted, without the acceptance', () => {
    const entered = { name: 'Amelia Öztürk', email: 'amelia@example.org', termsAccepted: 'true' };
    rememberedGateFields.save(entered);
    expect(rememberedGateFields.read()).toEqual({ name: 'Amelia Öztürk', email: 'amelia@example.org' });
    rememberedGateFields.forget();
    expect(rememberedGateFields.read()).toBeUndefined();
  });

  it.each(['', 'no JSON', '{"name": 1}', '[]'])('is undefined if the stored data is invalid: %s', (junk) => {
    sessionStorage.setItem(GATE_FIELDS_KEY, junk);
    expect(rememberedGateFields.read()).toBeUndefined();
  });
});

describe('a draft of the upload page', () => {
  it('is kept until it is deleted', () => {
    uploadDrafts.description.save({ text: 'Soon', alignment: 'right' });
    expect(uploadDrafts.exist()).toBe(true);
    expect(uploadDrafts.description.read()).toEqual({ text: 'Soon', alignment: 'right' });
    uploadDrafts.forget();
    expect(uploadDrafts.exist()).toBe(false);
  });

  it('does not exist if the stored data is invalid', () => {
    sessionStorage.setItem(DESCRIPTION_DRAFT_KEY, '{"alignment": "sideways"}');
    expect(uploadDrafts.exist()).toBe(false);
  });
});

describe('an exit', () => {
  beforeEach(() => {
    uploadDrafts.title.save('Soon');
    uploadDrafts.description.save({ text: 'Soon' });
    playbackPosition('amelia@example.org', 'one').save(42, 90);
    rememberedGateFields.save({ name: 'Amelia', email: 'amelia@example.org' });
    const form = { name: 'Amelia', email: 'amelia@example.org', termsAccepted: 'true' } as const;
    rememberedCodeRequest.save({ form, codeId: 'one', expiresAt: Date.now() + 1000, resendAt: Date.now() });
  });

  it('deletes everything about the visitor, and notifies other tabs', () => {
    localStorage.setItem(PENDING_POSTER_DETAILS_KEY, '{"name": "secret.png"}');
    const written = jest.spyOn(Storage.prototype, 'setItem');
    forgetVisitor();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(written).toHaveBeenCalledWith(EXIT_KEY, expect.anything());
  });

  it('takes effect in other tabs too, even while a player still plays', () => {
    const open = playbackPosition('amelia@example.org', 'one');
    open.save(42, 90);
    dispatchEvent(new StorageEvent('storage', { key: EXIT_KEY, newValue: '1' }));
    open.save(43, 90);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });
});

it('works without storage when the browser denies it', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError');
    });
  }
  const position = playbackPosition('amelia@example.org', 'one');
  position.save(42, 90);
  rememberedGateFields.save({ name: 'Amelia', email: 'amelia@example.org' });
  expect([position.read(), rememberedGateFields.read()]).toEqual([undefined, undefined]);
  expect(forgetPlaybackPositions).not.toThrow();
  expect(forgetVisitor).not.toThrow();
  expect(rememberedGateFields.forget).not.toThrow();
});

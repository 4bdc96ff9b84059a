import { classesByTime, kindsByTime, withoutRepeated } from './alert.js';
import { AT_ONCE_PER_HOUR, PROVED_FLAGS_PER_HOUR, UsedQuotas } from './alert-class.js';

const on = (when: string) => ({ when, mail: true, webhook: true });
const webhook = {
  url: 'https://hooks.example',
  names: false,
  endpointId: '7d0f9c52-41d5-44d1-8f36-5a1f5b9f7c11',
  endpointGeneration: 1,
};

describe('kindsByTime', () => {
  const rules = { firstPlay: on('atOnce'), finished: on('digestDaily'), flagged: on('hourly') };
  const settings = { rules, recipient: 'desk@halcyon.example', webhook: null };

  it('returns the kinds by their time, and leaves unknown times to a newer version', () => {
    expect(kindsByTime(settings)).toEqual({
      off: ['accessRequested', 'trailerReady', 'trailerFailed', 'uploadPassword', 'storageLow'],
      atOnce: ['firstPlay'],
      digest15: [],
      digestDaily: ['finished'],
      unaddressed: [],
    });
  });

  it('sets kinds apart that no address receives', () => {
    const mailOnly = { firstPlay: { when: 'atOnce', mail: true, webhook: false } };
    const webhookOnly = { firstPlay: { when: 'atOnce', mail: false, webhook: true } };
    for (const unread of [
      { rules: mailOnly, recipient: null, webhook },
      { rules: webhookOnly, recipient: 'desk@halcyon.example', webhook: null },
      { rules: { firstPlay: { when: 'atOnce', mail: false, webhook: false } }, recipient: 'a@b', webhook },
    ])
      expect(kindsByTime(unread).unaddressed).toEqual(['firstPlay']);
    expect(kindsByTime({ rules: webhookOnly, recipient: null, webhook }).atOnce).toEqual(['firstPlay']);
  });
});

describe('classesByTime', () => {
  const kinds = kindsByTime({
    rules: {
      firstPlay: on('atOnce'),
      flagged: on('atOnce'),
      trailerReady: on('atOnce'),
      finished: on('digest15'),
      storageLow: on('digestDaily'),
    },
    recipient: 'desk@halcyon.example',
    webhook: null,
  });
  const keysAfter = (sent: Record<string, number>) => {
    const { atOnce, digest15, digestDaily } = classesByTime(kinds, new UsedQuotas(sent));
    const keysOf = (classes: typeof atOnce) => classes.map(({ key }) => key);
    return { atOnce: keysOf(atOnce), digest15: keysOf(digest15), digestDaily: keysOf(digestDaily) };
  };
  const provedFlags = ['copying', 'noPlayer', 'twoNetworks', 'manySessions', 'watermark']
    .map((kind) => `flagged ${kind} proved`)
    .concat('flagged proved');
  const otherFlags = provedFlags.map((key) => key.replace(' proved', ''));

  it('returns the classes by importance: people without a proved address last', () => {
    expect(keysAfter({})).toEqual({
      atOnce: [...provedFlags, 'trailerReady', 'firstPlay proved', ...otherFlags, 'firstPlay'],
      digest15: ['finished proved', 'finished'],
      digestDaily: ['storageLow'],
    });
  });

  it('collects what too many people without a proved address caused, and nothing else', () => {
    const sent = {
      firstPlay: AT_ONCE_PER_HOUR,
      'flagged noPlayer': AT_ONCE_PER_HOUR - 1,
      'flagged copying': 1,
      'flagged copying proved': PROVED_FLAGS_PER_HOUR - 1,
      trailerReady: 1000,
    };
    expect(keysAfter(sent)).toEqual({
      atOnce: [...provedFlags, 'trailerReady', 'firstPlay proved'],
      digest15: ['finished proved', ...otherFlags, 'finished', 'firstPlay'],
      digestDaily: ['storageLow'],
    });
  });

  it('collects plays and flags of proved people once there are too many of them', () => {
    const sent = {
      'firstPlay proved': AT_ONCE_PER_HOUR,
      'flagged copying proved': PROVED_FLAGS_PER_HOUR,
      firstPlay: AT_ONCE_PER_HOUR - 1,
    };
    expect(keysAfter(sent).atOnce).toEqual(['trailerReady', ...otherFlags, 'firstPlay']);
  });
});

describe('withoutRepeated', () => {
  const alert = (kind: string, personKey: string | null, at: string, ids = {}) => ({
    kind,
    ids,
    personKey,
    createdAt: new Date(at),
  });

  it('keeps one alert of a kind and person in 24 hours, and all that concern nobody', () => {
    const first = alert('finished', 'ada', '2026-11-27T08:00:00Z');
    const again = alert('finished', 'ada', '2026-11-28T07:59:59Z');
    const nextDay = alert('finished', 'ada', '2026-11-28T08:00:00Z');
    const others = [
      alert('firstPlay', 'ada', '2026-11-28T09:00:00Z'),
      alert('finished', 'bo', '2026-11-28T09:00:00Z'),
      alert('trailerReady', null, '2026-11-28T09:00:00Z'),
      alert('trailerReady', null, '2026-11-28T09:00:01Z'),
    ];
    expect(withoutRepeated([first, again, nextDay, ...others])).toEqual({
      kept: [first, nextDay, ...others],
      repeated: [again],
    });
  });

  it('counts each kind of flag as a kind', () => {
    const flag = (flagKind: string, at: string) => alert('flagged', 'ada', at, { flagKind });
    const harmless = flag('twoNetworks', '2026-11-27T08:00:00Z');
    const copying = flag('copying', '2026-11-27T09:00:00Z');
    const again = flag('twoNetworks', '2026-11-27T10:00:00Z');
    expect(withoutRepeated([harmless, copying, again])).toEqual({
      kept: [harmless, copying],
      repeated: [again],
    });
  });
});

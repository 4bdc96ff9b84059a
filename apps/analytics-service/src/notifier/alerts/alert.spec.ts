import { AT_ONCE_PER_HOUR, kindsByTime, withoutRepeated } from './alert.js';

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
    expect(kindsByTime(settings, {})).toEqual({
      off: ['accessRequested', 'trailerReady', 'trailerFailed', 'uploadPassword', 'storageLow'],
      atOnce: ['firstPlay'],
      digest15: [],
      digestDaily: ['finished'],
      unaddressed: [],
    });
  });

  it('collects a kind once too many were sent within an hour', () => {
    expect(kindsByTime(settings, { firstPlay: AT_ONCE_PER_HOUR - 1 }).atOnce).toEqual(['firstPlay']);
    const { atOnce, digest15 } = kindsByTime(settings, { firstPlay: AT_ONCE_PER_HOUR });
    expect({ atOnce, digest15 }).toEqual({ atOnce: [], digest15: ['firstPlay'] });
  });

  it('sets kinds apart that no address receives', () => {
    const mailOnly = { firstPlay: { when: 'atOnce', mail: true, webhook: false } };
    const webhookOnly = { firstPlay: { when: 'atOnce', mail: false, webhook: true } };
    for (const unread of [
      { rules: mailOnly, recipient: null, webhook },
      { rules: webhookOnly, recipient: 'desk@halcyon.example', webhook: null },
      { rules: { firstPlay: { when: 'atOnce', mail: false, webhook: false } }, recipient: 'a@b', webhook },
    ])
      expect(kindsByTime(unread, {}).unaddressed).toEqual(['firstPlay']);
    expect(kindsByTime({ rules: webhookOnly, recipient: null, webhook }, {}).atOnce).toEqual(['firstPlay']);
  });
});

describe('withoutRepeated', () => {
  const alert = (kind: string, personKey: string | null, at: string) => ({
    kind,
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
});

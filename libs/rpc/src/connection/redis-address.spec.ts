import { sentinelOptions } from './redis-address.js';

describe('sentinelOptions', () => {
  it.each(['redis://:secret@host:6379/1', 'rediss://host'])(
    'returns undefined for %s, the URL of one server',
    (address) => {
      expect(sentinelOptions(address)).toBeUndefined();
    },
  );

  it.each([
    [
      'redis+sentinel://:p%40ss@one:26379,two:26380,[fd00::3]/mymaster?db=2&sentinelUsername=u&sentinelPassword=p%26q+r',
      {
        sentinels: [
          { host: 'one', port: 26_379 },
          { host: 'two', port: 26_380 },
          { host: 'fd00::3', port: 26_379 },
        ],
        name: 'mymaster',
        role: 'master',
        db: 2,
        password: 'p@ss',
        sentinelUsername: 'u',
        sentinelPassword: 'p&q+r',
      },
    ],
    [
      'rediss+sentinel://user:pass@10.0.0.1/portal',
      {
        sentinels: [{ host: '10.0.0.1', port: 26_379 }],
        name: 'portal',
        role: 'master',
        db: 0,
        username: 'user',
        password: 'pass',
        tls: {},
        sentinelTLS: {},
        enableTLSForSentinelMode: true,
      },
    ],
  ])('reads the Sentinel URL %s', (address, options) => {
    expect(sentinelOptions(address)).toEqual(options);
  });

  it.each([
    ['http://host', 'must be a URL that begins with'],
    ['redis://host:notaport', 'is not a URL'],
    ['redis+sentinel://:secret@one:26379', 'must have the form'],
    ['redis+sentinel://:se/cret@one:26379/mymaster', 'must have the form'],
    ['redis+sentinel://:secret@one:26379/mymaster/2', 'must have the form'],
    ['redis+sentinel://:secret@one:99999/mymaster', 'must name the Sentinels as'],
    ['redis+sentinel://:secret@one:26379,,two/mymaster', 'must name the Sentinels as'],
    ['redis+sentinel://:secret@one/mymaster?sentinelpassword=x', 'accepts only the parameters'],
    ['redis+sentinel://:secret@one/mymaster?db=two', 'must name the database'],
    ['redis+sentinel://:secret%@one/mymaster', 'percent-encoded'],
  ])('rejects %s without quoting it', (address, sentence) => {
    expect(() => sentinelOptions(address)).toThrow(sentence);
    expect(() => sentinelOptions(address)).not.toThrow(/secret|host:notaport/);
  });
});

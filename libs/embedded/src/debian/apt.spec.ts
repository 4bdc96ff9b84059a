import { parseSimulation } from './apt.js';

describe('parseSimulation', () => {
  it('returns what apt would install, with upgrades but never the C library', () => {
    const text = [
      'Reading package lists...',
      'The following NEW packages will be installed:',
      'Inst libjemalloc2 (5.3.0-1 Debian:12.15/oldstable [amd64])',
      'Inst libssl3 [3.0.9-1] (3.0.17-1~deb12u2 Debian-Security:12/oldstable-security [amd64]) []',
      'Inst libc6 [2.36-9] (2.36-10 Debian:12.15/oldstable [amd64])',
      'Inst redis-tools (5:7.0.15-1~deb12u10 Debian-Security:12/oldstable-security [amd64])',
      'Conf libjemalloc2 (5.3.0-1 Debian:12.15/oldstable [amd64])',
    ].join('\n');
    expect(parseSimulation(text)).toEqual([
      { name: 'libjemalloc2', version: '5.3.0-1' },
      { name: 'libssl3', version: '3.0.17-1~deb12u2' },
      { name: 'redis-tools', version: '5:7.0.15-1~deb12u10' },
    ]);
  });
});

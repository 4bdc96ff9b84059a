import { jest } from '@jest/globals';
import * as z from 'zod';
import { type Check, type Diagnosis, ok, problem, warning } from './diagnosis.js';
import { doctorCommand } from './doctor-command.js';

let out: string;
const print = (text: unknown): boolean => {
  out += text;
  return true;
};
beforeEach(() => {
  out = '';
  process.env['DOCTOR_TEST'] = 'set';
  jest.spyOn(process.stdout, 'write').mockImplementation(print);
});
afterEach(() => {
  delete process.env['DOCTOR_TEST'];
  delete process.env['PUBLIC_ORIGIN'];
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const schema = z.object({ DOCTOR_TEST: z.string() });
let examined: string[];
const check = (name: string, run: () => Promise<Diagnosis | readonly Diagnosis[]>): Check => ({
  name,
  run: () => {
    examined.push(name);
    return run();
  },
});
/** Runs the command with these checks. */
function examine(checks: readonly Check[], args: string[] = []) {
  examined = [];
  return doctorCommand('service', schema, () => checks).run(args);
}

it('runs all checks, prints findings and remedies, and exits with 1 after an error', async () => {
  const checks = [
    check('first', async () => [ok('works'), problem('is off', 'Switch it on.')]),
    check('second', async () => warning('is slow', 'Wait.')),
  ];
  expect(await examine(checks)).toBe(1);
  expect(examined).toEqual(['first', 'second']);
  expect(out.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
    'service',
    'ok settings all are valid',
    'ok first works',
    'ERROR first is off',
    '→ Switch it on.',
    'warning second is slow',
    '→ Wait.',
    '',
  ]);
});

it('exits with 0 when there are only warnings', async () => {
  expect(await examine([check('one', async () => warning('is slow', 'Wait.'))])).toBe(0);
});

it('reports a check that throws as a problem, and continues', async () => {
  const broken = check('broken', () => Promise.reject(new Error('no such file')));
  expect(await examine([broken, check('next', async () => ok('works'))])).toBe(1);
  expect(out).toMatch(/ERROR {4}broken +no such file\n +→ .*\n {2}ok {7}next +works/);
});

it('gives up a check after 30 s, and continues', async () => {
  jest.useFakeTimers();
  const silent = check('silent', () => new Promise<never>(() => undefined));
  const code = examine([silent, check('next', async () => ok('works'))]);
  await jest.advanceTimersByTimeAsync(29_000);
  expect(out).not.toContain('silent');
  await jest.advanceTimersByTimeAsync(1000);
  expect(await code).toBe(1);
  expect(out).toMatch(/ERROR {4}silent +no answer within 30 s\n.*\n {2}ok {7}next/);
});

it('runs no check when settings are invalid', async () => {
  delete process.env['DOCTOR_TEST'];
  expect(await examine([check('one', async () => ok('works'))])).toBe(1);
  expect(examined).toEqual([]);
  expect(out).toMatch(/ERROR {4}settings +DOCTOR_TEST/);
});

it('reads the portal’s URL from its option or from PUBLIC_ORIGIN', async () => {
  const reported: (string | undefined)[] = [];
  const doctor = doctorCommand('service', schema, (_settings, { portalUrl }) => {
    reported.push(portalUrl);
    return [];
  });
  await doctor.run([]);
  process.env['PUBLIC_ORIGIN'] = 'http://known';
  await doctor.run([]);
  await doctor.run(['--portal-url', 'http://option']);
  expect(reported).toEqual([undefined, 'http://known', 'http://option']);
});

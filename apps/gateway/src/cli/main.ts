import 'reflect-metadata';
import { runCli } from '@secure-preview/service-kit';
import { callsRedisCheck, doctorCommand, sessionsRedisCheck } from '@secure-preview/service-kit/doctor';
import { gatewayEnvironment } from '../environment.js';
import { gatewayCheck, servingCheck } from './serving-checks.js';

const doctor = doctorCommand('gateway', gatewayEnvironment, (settings, { portalUrl }) => [
  sessionsRedisCheck(settings),
  callsRedisCheck(settings),
  servingCheck(settings),
  ...(portalUrl === undefined ? [] : [gatewayCheck(portalUrl)]),
]);

process.exitCode = await runCli({ doctor }, process.argv.slice(2));

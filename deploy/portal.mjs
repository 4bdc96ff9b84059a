import { fileURLToPath } from 'node:url';
import { runPortal } from '@secure-preview/operations';

// Entry point of all commands in the image `portal`, which contains the command lines of all services.
const built = (service, file) =>
  fileURLToPath(new URL(`apps/${service}/dist/bundle/${file}`, import.meta.url));
process.exitCode = await runPortal(process.argv.slice(2), 'portal', {
  cli: (service) => built(service, 'cli/main.js'),
  settings: (service) => built(service, 'check-settings.js'),
  env: process.env,
});

import { fileURLToPath } from 'node:url';
import { runPortal } from '@secure-preview/operations';

// The one front door of all commands in the image `portal`, which holds every service's command line.
const cli = (service) => fileURLToPath(new URL(`apps/${service}/dist/cli/main.js`, import.meta.url));
process.exitCode = await runPortal(process.argv.slice(2), 'portal', { cli, env: process.env });

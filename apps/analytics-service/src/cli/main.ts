import 'reflect-metadata';
import { runCli } from '@secure-preview/service-kit';
import { commands } from './commands.js';

process.exitCode = await runCli(commands, process.argv.slice(2));

import type * as z from 'zod';
import { EnvironmentError, loadEnvironment } from './load-environment.js';

/** Loads the settings of a process. Prints all invalid settings and exits with 1 if there are any. */
export function environmentOrExit<S extends z.ZodObject>(schema: S): z.output<S> {
  try {
    return loadEnvironment(schema);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

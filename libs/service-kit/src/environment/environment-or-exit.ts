import type * as z from 'zod';
import { EnvironmentError, loadEnvironment } from './load-environment.js';

/** Loads the settings of an entry point. If any is invalid, prints every such setting and exits with 1. */
export function environmentOrExit<S extends z.ZodObject>(schema: S): z.output<S> {
  try {
    return loadEnvironment(schema);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

import type * as z from 'zod';
import { type Command, command, exitCode } from '../cli/run-cli.js';
import { EnvironmentError, loadEnvironment } from '../environment/load-environment.js';
import { formatError } from '../errors/format-error.js';
import { type Check, type Diagnosis, ok, problem } from './diagnosis.js';

/** Milliseconds that one check may take. */
const DEADLINE_MS = 30_000;

const marks = { ok: 'ok', warning: 'warning', error: 'ERROR' } as const;
const settingsRemedy = 'Correct it. .env.example describes each variable.';

function print(name: string, diagnosis: Diagnosis): void {
  const { state, finding } = diagnosis;
  process.stdout.write(`  ${marks[state].padEnd(9)}${name.padEnd(16)}${finding}\n`);
  if (diagnosis.state !== 'ok') process.stdout.write(`${' '.repeat(27)}→ ${diagnosis.remedy}\n`);
}

async function diagnose({ run }: Check): Promise<readonly Diagnosis[]> {
  const unexpected = 'Check the log of the service.';
  const timedOut = new Promise<Diagnosis>((resolve) => {
    setTimeout(
      () => resolve(problem(`no answer within ${DEADLINE_MS / 1000} s`, unexpected)),
      DEADLINE_MS,
    ).unref();
  });
  const result = await Promise.race([run(), timedOut]).catch((error: unknown) =>
    problem(formatError(error), unexpected),
  );
  return [result].flat();
}

/**
 * Creates the command that checks all dependencies of a service.
 *
 * @param checks returns the checks to run once the settings are valid
 */
export function doctorCommand<S extends z.ZodObject>(
  service: string,
  schema: S,
  checks: (
    settings: z.output<S>,
    options: { portalUrl: string | undefined; mail: string | undefined },
  ) => readonly Check[],
): Command {
  return command({
    summary: 'Check all dependencies of this service, and suggest remedies',
    usage: `Usage: portal doctor [--portal-url <url>] [--mail <address>]

  --portal-url <url>   URL of the portal in browsers (default: PUBLIC_ORIGIN)
  --mail <address>     send a test mail to this address

Exit code: 1 if there is an error.`,
    options: { 'portal-url': { type: 'string' }, mail: { type: 'string' } },
    run: async ({ 'portal-url': portalUrl, mail }) => {
      process.stdout.write(`${service}\n`);
      let settings: z.output<S>;
      try {
        settings = loadEnvironment(schema);
      } catch (error) {
        if (!(error instanceof EnvironmentError)) throw error;
        for (const line of error.lines) print('settings', problem(line, settingsRemedy));
        return exitCode.failed;
      }
      print('settings', ok('all are valid'));
      let failed = false;
      for (const check of checks(settings, {
        portalUrl: portalUrl || process.env['PUBLIC_ORIGIN'] || undefined,
        mail,
      })) {
        for (const diagnosis of await diagnose(check)) {
          print(check.name, diagnosis);
          failed ||= diagnosis.state === 'error';
        }
      }
      return failed ? exitCode.failed : exitCode.done;
    },
  });
}

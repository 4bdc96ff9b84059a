import { randomUUID } from 'node:crypto';
import { settingName, settingNames } from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { withSettings } from './with-settings.js';

/** Characters of a value in the list. */
const MAX_WIDTH = 80;

function formatOverrides(overrides: object): string[] {
  const texts = Object.entries(overrides).map(([name, value]) => [name, JSON.stringify(value)] as const);
  if (texts.length === 0) return ['Every setting has its default.'];
  const lines = texts.map(
    ([name, text]) => `${name.padEnd(20)} ${text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH)}…` : text}`,
  );
  const isCut = texts.some(([, text]) => text.length > MAX_WIDTH);
  return isCut ? [...lines, 'Some values are cut: --json prints them whole.'] : lines;
}

const list = (asJson: boolean) =>
  withErrorPrefix('The settings could not be read', () =>
    withSettings(async (settings) => {
      const current = await settings.current();
      const lines = formatOverrides(current.overrides);
      process.stdout.write(`${asJson ? JSON.stringify(current, null, 2) : lines.join('\n')}\n`);
      return exitCode.done;
    }),
  );

async function reset(names: readonly string[]): Promise<number> {
  if (names.length === 0) throw new UsageError('Specify the settings to reset.');
  const known = names.map((name) => {
    const parsed = settingName.safeParse(name);
    if (!parsed.success)
      throw new UsageError(`${name} is not a setting. The settings are ${settingNames.join(', ')}.`);
    return parsed.data;
  });
  return withErrorPrefix('Nothing was changed', () =>
    withSettings(async (settings) => {
      const { version } = await settings.current();
      await settings.change({ version, set: {}, reset: known }, null, randomUUID());
      process.stdout.write(`${known.join(', ')}: the default is in effect within 10 seconds.\n`);
      process.stdout.write(
        'Settings in SETTINGS_LOCKED have their defaults already: nothing changes for them.\n',
      );
      return exitCode.done;
    }),
  );
}

const askTermsAgain = () =>
  withErrorPrefix('Nothing was changed', () =>
    withSettings(async (settings) => {
      const { version } = await settings.current();
      const set = { termsAskedAt: new Date().toISOString() };
      await settings.change({ version, set, reset: [] }, null, randomUUID());
      process.stdout.write(
        'Visitors must accept the terms again at their next visit, from 10 seconds on, unless SETTINGS_LOCKED contains termsAskedAt.\n',
      );
      return exitCode.done;
    }),
  );

export const settingsCommand = command({
  summary: 'List the settings that an administrator changed, or reset some',
  usage: `Usage: portal settings [--json]
       portal settings reset <name> …
       portal settings ask-terms-again

                   list the settings that differ from their defaults
  --json           print whole values as JSON
  reset <name> …   return settings to their defaults, even while the upload page cannot be reached
  ask-terms-again  require every visitor to accept the terms again at the next visit

Changes of settings in SETTINGS_LOCKED have no effect: their defaults apply.`,
  options: { json: { type: 'boolean', default: false } },
  takesArguments: true,
  run: async ({ json }, [action, ...names]) => {
    if (action === undefined) return list(json);
    if (action === 'ask-terms-again' && names.length === 0) return askTermsAgain();
    if (action !== 'reset') throw new UsageError(`Unknown action “${action}”.`);
    return reset(names);
  },
});

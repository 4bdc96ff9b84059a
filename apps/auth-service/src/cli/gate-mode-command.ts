import { randomUUID } from 'node:crypto';
import {
  type GateMode,
  gateMode,
  gateModes,
  keptInside,
  type SettingOverrides,
} from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { withSettings } from './with-settings.js';

const show = () =>
  withErrorPrefix('The gate mode could not be read', () =>
    withSettings(async (settings) => {
      const { overrides } = await settings.current();
      process.stdout.write(
        overrides.gateMode === undefined
          ? 'No gate mode is stored: GATE_MODE of the gateways applies, by default open.\n'
          : `${overrides.gateMode}\n`,
      );
      return exitCode.done;
    }),
  );

/**
 * Returns the settings that let a new mode apply to new visitors only. A mode that is not stored counts as open, because
 * the default of the gateways is unknown here.
 */
function changeTo(mode: GateMode, overrides: SettingOverrides) {
  const { gateMode = 'open', requiredInside = 'nothing', invitationProof = 'code' } = overrides;
  const before = { gateMode, requiredInside, invitationProof };
  const kept = keptInside(before, { gateMode: mode, invitationProof });
  return kept === requiredInside ? { gateMode: mode } : { gateMode: mode, requiredInside: kept };
}

const set = (mode: GateMode) =>
  withErrorPrefix('Nothing was changed', () =>
    withSettings(async (settings) => {
      const { version, overrides } = await settings.current();
      await settings.change({ version, set: changeTo(mode, overrides), reset: [] }, null, randomUUID());
      process.stdout.write(
        `The gate mode ${mode} is in effect within 10 seconds, unless SETTINGS_LOCKED contains gateMode.\n`,
      );
      if (mode !== 'open') {
        process.stderr.write(
          'Visitors now need a code by mail. Check with `portal send-test-mail <address>` that mails arrive.\n',
        );
      }
      return exitCode.done;
    }),
  );

export const gateModeCommand = command({
  summary: 'Show or change who may pass the gate',
  usage: `Usage: portal gate-mode [open | verified | invited]

             show the stored gate mode
  open       everybody may enter
  verified   everybody with a proved e-mail address
  invited    only invited addresses and domains

A change applies to new visitors. The access page can apply one to everybody.
With gateMode in SETTINGS_LOCKED, a change has no effect: GATE_MODE applies instead.`,
  options: {},
  takesArguments: true,
  run: async (_options, [text, ...others]) => {
    if (text === undefined) return show();
    const mode = gateMode.safeParse(text);
    if (!mode.success || others.length > 0) {
      throw new UsageError(`Expected one gate mode: ${gateModes.join(', ')}.`);
    }
    return set(mode.data);
  },
});

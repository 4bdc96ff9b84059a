import { pathToFileURL } from 'node:url';
import type { ExaminedService } from '../commands.js';
import { serviceEnvironment } from '../run-service.js';
import type { SettingProblem } from './settings-report.js';

/** Exports of the built `check-settings.js` of each application. */
interface SettingsModule {
  checkSettings(source: NodeJS.ProcessEnv): readonly SettingProblem[];
}

/**
 * Checks the settings of each application. Reports a setting that several applications read once.
 *
 * @param module path of the built `check-settings.js` of an application
 */
export async function checkSettings(
  services: readonly ExaminedService[],
  module: (service: ExaminedService) => string,
  source: NodeJS.ProcessEnv,
): Promise<SettingProblem[]> {
  const byName = new Map<string, SettingProblem>();
  for (const service of services) {
    const { checkSettings: check }: SettingsModule = await import(pathToFileURL(module(service)).href);
    for (const problem of check(serviceEnvironment(service, source))) {
      if (!byName.has(problem.name)) byName.set(problem.name, problem);
    }
  }
  return [...byName.values()];
}

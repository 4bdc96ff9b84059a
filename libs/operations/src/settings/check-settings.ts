import { pathToFileURL } from 'node:url';
import type { SettingProblem } from './settings-report.js';

/** What the built `check-settings.js` of each application exports. */
interface SettingsModule {
  checkSettings(source: NodeJS.ProcessEnv): readonly SettingProblem[];
}

/**
 * Asks each application what it cannot use of these settings. One that several applications read is named once.
 *
 * @param modules paths of the built `check-settings.js` of each application
 */
export async function checkSettings(
  modules: readonly string[],
  source: NodeJS.ProcessEnv,
): Promise<SettingProblem[]> {
  const byName = new Map<string, SettingProblem>();
  for (const path of modules) {
    const module: SettingsModule = await import(pathToFileURL(path).href);
    for (const problem of module.checkSettings(source)) {
      if (!byName.has(problem.name)) byName.set(problem.name, problem);
    }
  }
  return [...byName.values()];
}

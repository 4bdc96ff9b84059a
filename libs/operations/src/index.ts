export { SectionWriter, verifiedSection } from './archive/section.js';
export { type ArchiveEntry, readArchive, readWhole } from './archive/tar.js';
export { EXIT_PARTIAL } from './backup/exit-partial.js';
export {
  type CommandService,
  type ExaminedService,
  examinedServices,
  type Need,
  portalCommands,
  type ServiceCommandName,
} from './commands.js';
export { commandOf, runPortal } from './run-portal.js';
export { checkSettings } from './settings/check-settings.js';
export {
  problemLines,
  type SettingProblem,
  type SourceOf,
  settingsReport,
} from './settings/settings-report.js';
export { UsageError } from './usage-error.js';
export { writeOutput } from './write-output.js';

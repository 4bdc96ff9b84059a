export { PartWriter, sealedPart } from './archive/part.js';
export { type ArchiveEntry, readArchive, readWhole } from './archive/tar.js';
export { SAVED_IN_PART } from './backup/saved-in-part.js';
export type { ExaminedService, Need } from './commands.js';
export { Misused } from './misused.js';
export { commandOf, runPortal } from './run-portal.js';
export { writeOutput } from './write-output.js';

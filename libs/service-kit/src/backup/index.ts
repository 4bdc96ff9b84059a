export * from './data-commands.js';
export type { DataOwner, RestoreHooks } from './restore-section.js';

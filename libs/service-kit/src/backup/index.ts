export * from './data-commands.js';
export type { DataOwner, Restoring } from './restore-section.js';

export * from './data-commands.js';
export * from './further-schema.js';
export type { DataOwner, RestoreHooks } from './restore-section.js';
export { saveSchema } from './save-schema.js';

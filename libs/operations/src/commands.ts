/** Services that run commands, in the order in which their data are saved and restored. */
export const commandServices = ['auth-service', 'analytics-service', 'media-service'] as const;
export type CommandService = (typeof commandServices)[number];
/** Services that `doctor` examines. */
export const examinedServices = ['gateway', ...commandServices] as const;
export type ExaminedService = (typeof examinedServices)[number];

/** What a command needs besides the database. */
export type Need = 'nothing' | 'redis' | 'object-store' | 'all';

export interface PortalCommand {
  readonly summary: string;
  /** Service that runs it; `all` means one service after the other. */
  readonly service: CommandService | 'all';
  readonly need: Need;
}

/** Commands that an administrator can run in a terminal. */
export const portalCommands: Readonly<Record<string, PortalCommand>> = {
  doctor: {
    summary: 'Check everything that the portal depends on, and say what to do',
    service: 'all',
    need: 'all',
  },
  'reset-upload-password': {
    summary: 'Set a new upload password, and end every uploader',
    service: 'auth-service',
    need: 'redis',
  },
  'list-leads': {
    summary: 'List leads, newest first',
    service: 'analytics-service',
    need: 'nothing',
  },
  'export-leads': {
    summary: 'Write all leads as CSV or JSON, oldest first',
    service: 'analytics-service',
    need: 'nothing',
  },
  'list-trailers': {
    summary: 'Show all trailers with their ids, newest first',
    service: 'media-service',
    need: 'nothing',
  },
  'activate-trailer': {
    summary: 'Show viewers another trailer from now on',
    service: 'media-service',
    need: 'nothing',
  },
  'requeue-jobs': {
    summary: 'Process trailers now that are stuck, wait for another try, or failed',
    service: 'media-service',
    need: 'object-store',
  },
  'verify-storage': {
    summary: 'Compare object storage with the database, and repair what differs',
    service: 'media-service',
    need: 'object-store',
  },
  backup: {
    summary: 'Save database, objects and secrets in one file',
    service: 'all',
    need: 'all',
  },
  restore: {
    summary: 'Fill an empty portal from a backup',
    service: 'all',
    need: 'all',
  },
};

/** Returns the usage with one line for each command. @param program name of the program */
export function commandList(program: string): string {
  const width = Math.max(...Object.keys(portalCommands).map((name) => name.length)) + 3;
  const lines = Object.entries(portalCommands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}${summary}`,
  );
  return `Usage: ${program} <command>

${lines.join('\n')}

${program} <command> --help tells more.
Exit codes: 0 done, 1 failed or something is wrong, 2 not understood and nothing done.
`;
}

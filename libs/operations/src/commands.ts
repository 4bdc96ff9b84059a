/** Services that run commands, in the order of backup and restore. */
export const commandServices = ['auth-service', 'analytics-service', 'media-service'] as const;
export type CommandService = (typeof commandServices)[number];
/** Services that `doctor` examines. */
export const examinedServices = ['gateway', ...commandServices] as const;
export type ExaminedService = (typeof examinedServices)[number];

/** Servers that a command needs besides the database. */
export type Need = 'nothing' | 'redis' | 'object-store' | 'all';

export interface PortalCommand {
  readonly summary: string;
  /** Service that runs it; `all`: several services, one after the other; `none`: a command that needs no server. */
  readonly service: CommandService | 'all' | 'none';
  readonly need: Need;
}

/** Commands that an administrator can run in a terminal. */
export const portalCommands = {
  doctor: {
    summary: 'Check all dependencies of the portal, and suggest remedies',
    service: 'all',
    need: 'all',
  },
  probe: {
    summary: 'Check the protection of a running portal from outside, and suggest remedies',
    service: 'none',
    need: 'nothing',
  },
  'reset-upload-password': {
    summary: 'Set a new upload password, and end all uploader sessions',
    service: 'auth-service',
    need: 'redis',
  },
  settings: {
    summary: 'List the settings that an administrator changed, or reset some',
    service: 'auth-service',
    need: 'nothing',
  },
  'gate-mode': {
    summary: 'Show or change who may pass the gate',
    service: 'auth-service',
    need: 'nothing',
  },
  blocks: {
    summary: 'List, add or remove blocked addresses, domains and networks',
    service: 'auth-service',
    need: 'nothing',
  },
  invitations: {
    summary: 'List, add or revoke invitations',
    service: 'auth-service',
    need: 'nothing',
  },
  'access-requests': {
    summary: 'List requests for access',
    service: 'auth-service',
    need: 'nothing',
  },
  'list-leads': {
    summary: 'List leads, newest first',
    service: 'analytics-service',
    need: 'nothing',
  },
  'export-leads': {
    summary: 'Export all leads as CSV or JSON, oldest first',
    service: 'analytics-service',
    need: 'nothing',
  },
  'send-test-mail': {
    summary: 'Send a test mail, and wait for the answer of the mail server',
    service: 'analytics-service',
    need: 'nothing',
  },
  outbox: {
    summary: 'List mails and webhooks that were not sent, or send one again',
    service: 'analytics-service',
    need: 'nothing',
  },
  recount: {
    summary: 'Compare watched and sent time with a recount of the evidence',
    service: 'analytics-service',
    need: 'nothing',
  },
  'list-trailers': {
    summary: 'List trailers with their ids, newest first',
    service: 'media-service',
    need: 'nothing',
  },
  'activate-trailer': {
    summary: 'Make a trailer the active one',
    service: 'media-service',
    need: 'nothing',
  },
  'mark-trailer': {
    summary: 'Make a marked version from the kept upload of a trailer',
    service: 'media-service',
    need: 'object-store',
  },
  'requeue-jobs': {
    summary: 'Process stuck, waiting or failed trailers now',
    service: 'media-service',
    need: 'object-store',
  },
  'verify-storage': {
    summary: 'Compare object storage with the database, and repair differences',
    service: 'media-service',
    need: 'object-store',
  },
  identify: {
    summary: 'Find out whose copy a video file shows',
    service: 'all',
    need: 'object-store',
  },
  backup: {
    summary: 'Save database, objects and secrets to one file',
    service: 'all',
    need: 'all',
  },
  restore: {
    summary: 'Restore a backup into an empty portal',
    service: 'all',
    need: 'all',
  },
} as const satisfies Readonly<Record<string, PortalCommand>>;

export type PortalCommandName = keyof typeof portalCommands;

/** Names of the commands that `service` runs. */
type CommandOf<S extends PortalCommand['service']> = {
  [N in PortalCommandName]: (typeof portalCommands)[N]['service'] extends S ? N : never;
}[PortalCommandName];

/** Names of the commands that no single service runs. */
export type CommonCommandName = CommandOf<'all' | 'none'>;

/** Names of the commands that a service must have, including its steps of the common commands. */
export type ServiceCommandName<S extends CommandService> =
  | CommandOf<S>
  | 'doctor'
  | 'backup-data'
  | 'restore-data'
  | (S extends 'media-service' ? 'record-backup' | 'identify-copy' : never)
  | (S extends 'analytics-service' ? 'name-copies' : never);

export function isPortalCommand(name: string): name is PortalCommandName {
  return Object.hasOwn(portalCommands, name);
}

/** Returns the usage with one line for each command. @param program name of the program */
export function commandList(program: string): string {
  const width = Math.max(...Object.keys(portalCommands).map((name) => name.length)) + 3;
  const lines = Object.entries(portalCommands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}${summary}`,
  );
  return `Usage: ${program} <command>

${lines.join('\n')}

${program} <command> --help prints details.
Exit codes: 0 success, 1 failure or a reported problem, 2 invalid arguments (nothing was done).
`;
}

import type { ServiceCommandName } from './commands.js';

type Commands = Readonly<Record<ServiceCommandName<'analytics-service'>, string>>;
const common = {
  doctor: '',
  'backup-data': '',
  'restore-data': '',
  'name-copies': '',
  'send-test-mail': '',
  outbox: '',
};

it('makes the compiler reject a missing or an unknown command', () => {
  const complete: Commands = { ...common, 'list-leads': '', 'export-leads': '', recount: '' };
  // @ts-expect-error `export-leads` is missing
  const lacking: Commands = { ...common, 'list-leads': '', recount: '' };
  // @ts-expect-error `count-leads` is unknown
  const unknown: Commands = { ...complete, 'count-leads': '' };
  expect([lacking, unknown].map((commands) => Object.keys(commands).length)).toEqual([8, 10]);
});

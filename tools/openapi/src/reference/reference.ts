import { errorCodes } from '@secure-preview/contracts';
import type { Shape } from '@secure-preview/contracts/openapi';
import { type Api, type Operation, operationsOf } from '../pages/page-breaks.js';
import { exampleOf } from './example-of.js';
import { fieldRows, typeOf } from './field-rows.js';

const INTRODUCTION = `# API reference

Generated from [openapi.json](openapi.json) by \`npm run openapi\`. [access-table.md](access-table.md) lists all routes on
one page.

A session is the cookie \`sp.sid\`, which the first request gets. "viewer" is a visitor past the gate; "uploader" is that
visitor past the upload password, and may do all that a viewer may. Bodies are JSON. Requests of browsers must come from
the portal's own origin. Times are UTC. Examples are made up.
`;

const ERRORS = `## Errors

Every error is JSON of this shape. \`message\` is a sentence to show, \`params\` holds the values in it, and \`errors\` the
sentences by field of a request that is not valid. 429 and 503 carry \`Retry-After\` in seconds.
`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const fields = (shape: Shape) =>
  table(
    ['Field', 'Type', 'Required'],
    fieldRows(shape).map(({ name, type, required }) => [`\`${name}\``, type, required ? 'yes' : 'no']),
  );

const example = (shape: Shape) => `\`\`\`json\n${JSON.stringify(exampleOf(shape), null, 2)}\n\`\`\``;

/** Describes a JSON body: its fields if it is an object, and an example. */
const described = (shape: Shape) =>
  fieldRows(shape).length > 0 ? [fields(shape), example(shape)] : [`${typeOf(shape)}.`];

function answer(status: string, { description, content = {} }: Operation['responses'][string]): string[] {
  const [[type, { schema }] = ['', {}]] = Object.entries(content);
  if (schema) return [`Answer ${status}:`, ...described(schema)];
  return [`Answer ${status}: ${type === '' ? description?.toLowerCase() : `\`${type}\``}.`];
}

function section(name: string, operation: Operation): string {
  const { summary, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content?.['application/json']?.schema;
  const answers = Object.entries(responses);
  const errors = answers.filter(([status]) => Number(status) >= 400);
  const codes = errors.map(([status, { description = '' }]) => [
    status,
    description
      .split(', ')
      .map((each) => `\`${each}\``)
      .join(', '),
  ]);
  return [
    `### ${name}`,
    `${summary}. Access: ${operation['x-access']}.`,
    ...(parameters.length === 0
      ? []
      : [
          table(
            ['Parameter', 'In', 'Type', 'Required'],
            parameters.map(({ name, in: location = '', schema = {}, required }) => [
              `\`${name}\``,
              location,
              typeOf(schema),
              required ? 'yes' : 'no',
            ]),
          ),
        ]),
    ...(body ? [`Body${requestBody?.required ? '' : ' (optional)'}:`, ...described(body)] : []),
    ...answers.filter(([status]) => Number(status) < 400).flatMap(([status, one]) => answer(status, one)),
    table(['Error', 'Codes'], codes),
  ].join('\n\n');
}

/** Returns the API as one page of Markdown, grouped by the tags of its operations. */
export function reference(api: Api): string {
  const operations = operationsOf(api);
  const groups = [...new Set(operations.map(([, { tags = [] }]) => tags[0] ?? ''))];
  const error = api.components?.schemas['Error'] ?? {};
  const sections = groups.flatMap((group) => [
    `## ${group.charAt(0).toUpperCase()}${group.slice(1)}`,
    ...operations.filter(([, { tags = [] }]) => tags[0] === group).map(([name, one]) => section(name, one)),
  ]);
  const codes = Object.entries(errorCodes).map(([code, { status, message }]) => [
    `\`${code}\``,
    String(status),
    message,
  ]);
  const errors = [ERRORS.trim(), fields(error), table(['Code', 'Status', 'Message'], codes)];
  return `${[INTRODUCTION.trim(), ...sections, ...errors].join('\n\n')}\n`;
}

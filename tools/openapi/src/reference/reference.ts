import { errorCodes, SESSION_COOKIE } from '@secure-preview/contracts';
import type { Shape } from '@secure-preview/contracts/openapi';
import { type Api, type Operation, operationsOf } from '../pages/page-breaks.js';
import { exampleOf } from './example-of.js';
import { fieldRows, typeOf } from './field-rows.js';

const INTRODUCTION = `# API reference

Generated from [openapi.json](openapi.json) by \`npm run openapi\`. [access-table.md](access-table.md) lists all routes on
one page.

A session is the cookie \`${SESSION_COOKIE}\`, which the first request gets. A "viewer" is a visitor past the gate. An
"uploader" is a viewer who has entered the upload password. Bodies are JSON. Browsers must send requests from the
portal's origin. Times are UTC. Examples are fictional.
`;

const ERRORS = `## Errors

Every error is JSON of this shape. \`message\` is a sentence to show, and \`params\` contains the values in it. For an
invalid request, \`errors\` contains a sentence for each field. 429 and 503 have the header \`Retry-After\` in seconds.
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
const bodyLines = (shape: Shape) =>
  fieldRows(shape).length > 0 ? [fields(shape), example(shape)] : [`${typeOf(shape)}.`];

function responseLines(
  status: string,
  { description, content = {} }: Operation['responses'][string],
): string[] {
  const [[type, { schema }] = ['', {}]] = Object.entries(content);
  if (schema) return [`Response ${status}:`, ...bodyLines(schema)];
  return [`Response ${status}: ${type === '' ? description?.toLowerCase() : `\`${type}\``}.`];
}

function section(name: string, operation: Operation): string {
  const { summary, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content?.['application/json']?.schema;
  const allResponses = Object.entries(responses);
  const errors = allResponses.filter(([status]) => Number(status) >= 400);
  const codes = errors.map(([status, { description = '' }]) => [
    status,
    description
      .split(', ')
      .map((errorCode) => `\`${errorCode}\``)
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
    ...(body ? [`Body${requestBody?.required ? '' : ' (optional)'}:`, ...bodyLines(body)] : []),
    ...allResponses
      .filter(([status]) => Number(status) < 400)
      .flatMap(([status, response]) => responseLines(status, response)),
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
    ...operations
      .filter(([, { tags = [] }]) => tags[0] === group)
      .map(([name, operation]) => section(name, operation)),
  ]);
  const codes = Object.entries(errorCodes).map(([code, { status, message }]) => [
    `\`${code}\``,
    String(status),
    message,
  ]);
  const errors = [ERRORS.trim(), fields(error), table(['Code', 'Status', 'Message'], codes)];
  return `${[INTRODUCTION.trim(), ...sections, ...errors].join('\n\n')}\n`;
}

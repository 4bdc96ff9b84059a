import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
/** Returns the text of a file of the project, such as a document. */
export const documentText = (path: string) => readFileSync(join(root, path), 'utf8');

/** A PromQL expression and its location. */
export interface Expression {
  readonly where: string;
  readonly text: string;
}

export interface Alert extends Expression {
  readonly name: string;
  readonly severity: string | undefined;
  readonly runbook: string | undefined;
}

/** Returns the alerts of `deploy/observability/alerts.yml`, which has one key per line. */
export function alerts(): Alert[] {
  const [, ...blocks] = documentText('deploy/observability/alerts.yml').split(/^ {6}- alert: /m);
  return blocks.map((block) => {
    const [name = ''] = block.split('\n', 1);
    const [, text = ''] = /^ {8}expr: \|?([\s\S]*?)^ {8}(?:for|labels):/m.exec(block) ?? [];
    const [, severity] = /severity: (\w+)/.exec(block) ?? [];
    const [, runbook] = /runbook: (\S+)/.exec(block) ?? [];
    return { where: `alert ${name}`, name, text: text.trim(), severity, runbook };
  });
}

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

export const dashboard = JSON.parse(documentText('deploy/observability/grafana-dashboard.json')) as {
  panels: Panel[];
  annotations: { list: { name: string; expr: string }[] };
};

export function dashboardExpressions(): Expression[] {
  const { panels, annotations } = dashboard;
  return [
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `panel ${title}`, text: expr })),
    ),
    ...annotations.list.map(({ name, expr }) => ({ where: `annotation ${name}`, text: expr })),
  ];
}

export const handbook = () => documentText('docs/OBSERVABILITY.md');

const KEYWORDS = new Set(['and', 'or', 'unless', 'offset', 'bool']);

/** Returns the names of the series that an expression reads. */
export function seriesIn({ text }: Expression): string[] {
  const bare = text
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, '');
  const words = [...bare.matchAll(/(?<![\w:])[a-zA-Z_:][\w:]*(?![\w:])(?!\s*\()/g)].map(([word]) => word);
  return [...new Set(words.filter((word) => !KEYWORDS.has(word)))];
}

/** Returns the labels in the selectors of an expression, with their series. */
export function selectorsIn({ text }: Expression): { series: string; label: string }[] {
  return [...text.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].flatMap(([, series = '', inside = '']) =>
    [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"[^"]*"/g)].map(([, label = '']) => ({ series, label })),
  );
}

/** Returns the labels by which an expression groups. */
export function groupsIn({ text }: Expression): string[] {
  return [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
}

/** A counter whose increase an expression reads, with one combination of the label values that its selector allows. */
export interface AlertCounter {
  readonly series: string;
  readonly labels: Readonly<Record<string, string>>;
}

export function countersIn({ text }: Expression): AlertCounter[] {
  return [...text.matchAll(/\b(?:increase|rate)\((\w+_total)(?:\{([^}]*)\})?\[/g)].flatMap(
    ([, series = '', inside = '']) => {
      const labelMatchers = [...inside.matchAll(/(\w+)=~?"([^"]*)"/g)];
      const choices = labelMatchers.reduce<Record<string, string>[]>(
        (sets, [, label = '', values = '']) =>
          sets.flatMap((set) => values.split('|').map((value) => ({ ...set, [label]: value }))),
        [{}],
      );
      return choices.map((labels) => ({ series, labels }));
    },
  );
}

/** Returns whether brackets of all kinds are closed in the right order. */
export function isBalanced({ text }: Expression): boolean {
  const open: string[] = [];
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (const letter of text.replace(/"[^"]*"/g, '')) {
    if ('([{'.includes(letter)) open.push(letter);
    else if (letter in pairs && open.pop() !== pairs[letter]) return false;
  }
  return open.length === 0;
}

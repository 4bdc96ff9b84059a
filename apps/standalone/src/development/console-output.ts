import { serviceNames } from '../supervisor/services.js';

/** pino's level of an error. */
const ERROR = 50;
const PRINTED = new Set<string>([...serviceNames, 'web']);
/** Matches the lines that Node prints for `--inspect`; omitted, because `develop.ts` prints these ports itself. */
const INSPECTOR = /^(Debugger |For help, see: |Starting inspector on )/;

interface LogLine {
  level?: number;
  msg?: string;
  err?: { stack?: string };
}

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return {};
  }
}

function print(name: string, text: string): void {
  for (const line of text.trimEnd().split('\n'))
    if (!INSPECTOR.test(line)) console.error(`[${name}] ${line}`);
}

/** Prints the standard error of the services and of Vite, and the errors that services log. */
export function printErrors(name: string, text: string, stream: 'stdout' | 'stderr'): void {
  if (!PRINTED.has(name)) return;
  const { level = 0, msg = '', err } = stream === 'stdout' ? parseLine(text) : {};
  if (stream === 'stderr') print(name, text);
  else if (level >= ERROR) print(name, err?.stack ? `${msg}\n${err.stack}` : msg);
}

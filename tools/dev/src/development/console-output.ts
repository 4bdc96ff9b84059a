import { serviceNames } from '../supervisor/services.js';

/** Level of pino from which a line is an error. */
const ERROR = 50;
const shown = new Set<string>([...serviceNames, 'web']);
/** What Node prints of `--inspect`, whose ports the start lists. */
const INSPECTOR = /^(Debugger |For help, see: |Starting inspector on )/;

interface LogLine {
  level?: number;
  msg?: string;
  err?: { stack?: string };
}

function parsed(line: string): LogLine {
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

/** Prints what the services and Vite write to standard error, and the errors that they log. */
export function printErrors(name: string, text: string, stream: 'stdout' | 'stderr'): void {
  if (!shown.has(name)) return;
  const { level = 0, msg = '', err } = stream === 'stdout' ? parsed(text) : {};
  if (stream === 'stderr') print(name, text);
  else if (level >= ERROR) print(name, err?.stack ? `${msg}\n${err.stack}` : msg);
}

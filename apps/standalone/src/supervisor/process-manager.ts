import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { ProcessIdentity, Program } from '@secure-preview/embedded';
import { LogFile } from './log-file.js';
import { ManagedProcess } from './managed-process.js';

export interface ProcessManagerEvents {
  /** Called when a process was started or restarted. */
  spawned(name: string, identity: ProcessIdentity): void;
  log(line: string): void;
  /** Returns true to keep a line out of the log. */
  isConfidential(name: string, line: string): boolean;
  /** Called with output that was written to a log. */
  output?(name: string, text: string, stream: 'stdout' | 'stderr'): void;
}

/** Runs all managed processes of one portal, and writes their logs to `<dataDir>/logs`. */
export class ProcessManager {
  private readonly members: ManagedProcess[] = [];
  private isStopping = false;
  private readonly logs = new Map<string, LogFile>();

  constructor(
    private readonly dataDir: string,
    private readonly events: ProcessManagerEvents,
  ) {}

  /** Returns the log of one program, opened at the first call. */
  log(name: string): LogFile {
    const existing = this.logs.get(name);
    if (existing !== undefined) return existing;
    const log = new LogFile(join(this.dataDir, 'logs', `${name}.log`));
    this.logs.set(name, log);
    return log;
  }

  /** Starts a program and keeps it running. Resolves once it is ready. */
  async add(program: Program): Promise<void> {
    if (this.isStopping) throw new Error('The portal is stopping');
    const { name } = program;
    const log = this.log(name);
    const managed = new ManagedProcess(program, {
      output: this.filtered(name, log),
      spawned: (identity) => this.events.spawned(name, identity),
      ended: (how, nextAttemptMs) => {
        const line = `${name} exited (${how}); restarting it in ${nextAttemptMs / 1000} s`;
        log.write(`${new Date().toISOString()} supervisor: ${line}\n`);
        this.events.log(line);
      },
    });
    this.members.push(managed);
    try {
      await managed.start();
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`${message}. The end of ${log.path}:\n${log.tail(15)}`, { cause: error });
    }
  }

  /** Stops the named programs and starts them again. Resolves once each is ready or has ended. */
  async restart(names: readonly string[], graceMs: number): Promise<void> {
    const selected = this.members.filter(({ program }) => names.includes(program.name));
    await Promise.all(selected.map((managed) => managed.restart(graceMs)));
  }

  /** Stops the named programs, each group together, then the others in the reverse order of their start. */
  async stop(groups: readonly (readonly string[])[], graceMs: number): Promise<void> {
    this.isStopping = true;
    for (const managed of this.members) managed.retire();
    const remaining = new Set(this.members);
    for (const names of groups) {
      const selected = [...remaining].filter(({ program }) => names.includes(program.name));
      await Promise.all(selected.map((managed) => managed.stop(graceMs)));
      for (const managed of selected) remaining.delete(managed);
    }
    for (const managed of [...remaining].reverse()) await managed.stop(graceMs);
    for (const log of this.logs.values()) log.close();
    this.logs.clear();
  }

  /** Splits stdout into lines, so a confidential line is complete when it is checked. */
  private filtered(name: string, log: LogFile): (chunk: Buffer, stream: 'stdout' | 'stderr') => void {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    return (chunk, stream) => {
      if (stream === 'stderr') {
        this.events.output?.(name, chunk.toString(), stream);
        return log.write(chunk);
      }
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (this.events.isConfidential(name, line)) continue;
        this.events.output?.(name, line, stream);
        log.write(`${line}\n`);
      }
    };
  }
}

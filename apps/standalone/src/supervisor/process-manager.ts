import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { ProcessIdentity } from '../system/process-identity.js';
import type { Program } from '../system/program.js';
import { LogFile } from './log-file.js';
import { ManagedProcess } from './managed-process.js';

export interface ProcessManagerEvents {
  /** A process was started, for the first time or again. */
  spawned(name: string, identity: ProcessIdentity): void;
  log(line: string): void;
  /** Returns true to keep a line out of the log. */
  isConfidential(name: string, line: string): boolean;
  /** Called with output that went into a log. */
  output?(name: string, text: string, stream: 'stdout' | 'stderr'): void;
}

/** All supervised processes of one portal, and their logs in `<dataDir>/logs`. */
export class ProcessManager {
  private readonly members: ManagedProcess[] = [];
  private stopping = false;
  private readonly logs = new Map<string, LogFile>();

  constructor(
    private readonly dataDir: string,
    private readonly events: ProcessManagerEvents,
  ) {}

  /** Returns the log of one program, opened at the first call. */
  log(name: string): LogFile {
    const known = this.logs.get(name);
    if (known !== undefined) return known;
    const log = new LogFile(join(this.dataDir, 'logs', `${name}.log`));
    this.logs.set(name, log);
    return log;
  }

  /** Starts a program, keeps it running from then on, and resolves once it serves. */
  async add(program: Program): Promise<void> {
    if (this.stopping) throw new Error('The portal is stopping');
    const { name } = program;
    const log = this.log(name);
    const member = new ManagedProcess(program, {
      output: this.filtered(name, log),
      spawned: (identity) => this.events.spawned(name, identity),
      ended: (how, nextTryMs) => {
        const line = `${name} ended (${how}); starting it again in ${nextTryMs / 1000} s`;
        log.write(`${new Date().toISOString()} supervisor: ${line}\n`);
        this.events.log(line);
      },
    });
    this.members.push(member);
    try {
      await member.start();
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`${message}. The end of ${log.path}:\n${log.tail(15)}`, { cause: error });
    }
  }

  /** Stops the named programs and starts them again. Resolves once each serves or has ended. */
  async restart(names: readonly string[], graceMs: number): Promise<void> {
    const chosen = this.members.filter(({ program }) => names.includes(program.name));
    await Promise.all(chosen.map((member) => member.restart(graceMs)));
  }

  /** Stops the named programs, each group together, then the others in the reverse order of their start. */
  async stop(groups: readonly (readonly string[])[], graceMs: number): Promise<void> {
    this.stopping = true;
    for (const member of this.members) member.retire();
    const left = new Set(this.members);
    for (const names of groups) {
      const group = [...left].filter(({ program }) => names.includes(program.name));
      await Promise.all(group.map((member) => member.stop(graceMs)));
      for (const member of group) left.delete(member);
    }
    for (const member of [...left].reverse()) await member.stop(graceMs);
    for (const log of this.logs.values()) log.close();
    this.logs.clear();
  }

  /** Splits stdout into lines, so that a confidential line is complete when it is checked. */
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

import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** Ends a child process with this process, also when a bench exceeds its deadline. */
export function endAtExit(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

import { spawn } from 'node:child_process';

/**
 * Starts a separate process that ends the server and removes its folder when the test process exits. An `exit`
 * listener is not enough, because Jest gives tests a copy of `process`.
 *
 * @param lastMessage message sent on release. The guard treats any other message, or a closed pipe, as the death
 * of the test process.
 * @returns function that releases the server; call it once the server is stopped
 */
export function guard(
  pid: number,
  stopSignal: 'QUIT' | 'KILL',
  dir: string,
  lastMessage = 'release',
): () => Promise<void> {
  // `read` returns at the end of stdin: this process has closed the pipe or died.
  const script = `read -r message; [ "$message" = release ] && exit 0
kill -${stopSignal} ${pid} 2>/dev/null
n=0; while kill -0 ${pid} 2>/dev/null && [ $n -lt 100 ]; do sleep 0.05; n=$((n+1)); done
kill -KILL ${pid} 2>/dev/null
rm -rf "$0" || { sleep 1; rm -rf "$0"; }`;
  const child = spawn('/bin/sh', ['-c', script, dir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  child.unref();
  child.stdin.on('error', () => undefined);
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return () => {
    // Keeps this process alive until the guard has ended.
    child.ref();
    child.stdin.end(`${lastMessage}\n`);
    return exited;
  };
}

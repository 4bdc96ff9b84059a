const tasks: (() => void)[] = [];

/** Defers a task to the end of the running test. */
export function onTestEnd(task: () => void): void {
  tasks.push(task);
}

export function runTestEnd(): void {
  for (const task of tasks.splice(0)) task();
}

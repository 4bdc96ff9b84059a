// Checks the data folder and the settings with the last build. Runs in a separate process, so the start can
// still load the new build.
async function findProblem() {
  const { addEnvFile } = await import('../dist/system/env-file.js');
  const { startProblem } = await import('../dist/supervisor/check-settings.js');
  const problem = await startProblem(process.env, addEnvFile(process.env));
  if (!problem?.settings) return problem?.dataDir;
  return `${problem.settings}\nIf the checkout has changed since it was built, run \`npm run build\` and start again.`;
}

// If the last build is missing or inconsistent, the start builds before it checks.
const problem = await findProblem().catch(() => undefined);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}

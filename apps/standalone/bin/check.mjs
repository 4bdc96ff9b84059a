// Checks the data folder and the settings with the last build, in a separate process. The start can then load
// what it has built anew.
async function findProblem() {
  const { addEnvFile } = await import('../dist/system/env-file.js');
  const { dataDirProblem } = await import('../dist/supervisor/claim-data-dir.js');
  const { dataDirOf } = await import('../dist/supervisor/settings.js');
  const sourceOf = addEnvFile(process.env);
  const problem = dataDirProblem(dataDirOf(process.env));
  if (problem !== undefined) return problem;
  const { reportBadSettings } = await import('../dist/supervisor/check-settings.js');
  const list = await reportBadSettings(process.env, sourceOf);
  return (
    list && `${list}\nIf the checkout has changed since it was built, run \`npm run build\` and start again.`
  );
}

// If the last build is missing or inconsistent, the start builds first and checks then.
const problem = await findProblem().catch(() => undefined);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}

// Checks the settings with what was built last, in a process of its own: the start then loads what it has built anew.
async function report() {
  const { addEnvFile } = await import('../dist/system/env-file.js');
  const { reportBadSettings } = await import('../dist/supervisor/check-settings.js');
  return reportBadSettings(process.env, addEnvFile(process.env));
}

// What is not built, or does not fit together, is built and then checked by the start.
const list = await report().catch(() => undefined);
if (list !== undefined) {
  console.error(list);
  console.error('If the checkout has changed since it was built, run `npm run build` and start again.');
  process.exitCode = 1;
}

// Reduces package.json and package-lock.json to the run-time dependencies of the given workspaces, so `npm ci` installs
// only these, at the locked versions. --omit=dev of npm would also install dependencies of workspaces that are only
// devDependencies.
//   node production-manifests.mjs apps/gateway apps/auth-service
import { readFileSync, writeFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const lock = read('package-lock.json');
const linked = Object.entries(lock.packages).filter(([, { link }]) => link);
const folderOf = new Map(linked.map(([path, { resolved }]) => [path.replace('node_modules/', ''), resolved]));

const needed = new Set();
function addWithDependencies(folder) {
  if (needed.has(folder)) return;
  const entry = lock.packages[folder];
  if (!entry) throw new Error(`${folder} is not a workspace`);
  needed.add(folder);
  for (const name of Object.keys(entry.dependencies ?? {}))
    if (folderOf.has(name)) addWithDependencies(folderOf.get(name));
}
for (const folder of process.argv.slice(2)) addWithDependencies(folder);

for (const [path, { resolved }] of linked) if (!needed.has(resolved)) delete lock.packages[path];
for (const folder of folderOf.values()) if (!needed.has(folder)) delete lock.packages[folder];
for (const folder of ['', ...needed]) {
  const file = folder ? `${folder}/package.json` : 'package.json';
  const manifest = read(file);
  for (const entry of [manifest, lock.packages[folder]]) {
    delete entry.devDependencies;
    if (!folder) entry.workspaces = [...needed].sort();
  }
  write(file, manifest);
}
write('package-lock.json', lock);

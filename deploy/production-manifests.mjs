// Reduces package.json and package-lock.json to what the named workspaces need at run time, so that `npm ci` installs
// that and nothing else, at the locked versions. npm's own --omit=dev keeps the dependencies of every workspace that a
// devDependency leads to.
//   node production-manifests.mjs apps/gateway apps/auth-service
import { readFileSync, writeFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const lock = read('package-lock.json');
const linked = Object.entries(lock.packages).filter(([, { link }]) => link);
const folderOf = new Map(linked.map(([path, { resolved }]) => [path.replace('node_modules/', ''), resolved]));

const wanted = new Set();
function want(folder) {
  if (wanted.has(folder)) return;
  const entry = lock.packages[folder];
  if (!entry) throw new Error(`${folder} is not a workspace`);
  wanted.add(folder);
  for (const name of Object.keys(entry.dependencies ?? {})) if (folderOf.has(name)) want(folderOf.get(name));
}
for (const folder of process.argv.slice(2)) want(folder);

for (const [path, { resolved }] of linked) if (!wanted.has(resolved)) delete lock.packages[path];
for (const folder of folderOf.values()) if (!wanted.has(folder)) delete lock.packages[folder];
for (const folder of ['', ...wanted]) {
  const file = folder ? `${folder}/package.json` : 'package.json';
  const manifest = read(file);
  for (const each of [manifest, lock.packages[folder]]) {
    delete each.devDependencies;
    if (!folder) each.workspaces = [...wanted].sort();
  }
  write(file, manifest);
}
write('package-lock.json', lock);

import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findSpecs, root } from './specs.mjs';

/** @typedef {import('./specs.mjs').Spec} Spec */
/** @typedef {{ specs: Spec[], testName?: string }} Selection `testName`: run only the tests whose name contains it */

/**
 * Kinds that run for a folder or a name. Other kinds take long, or need root, Docker or an API server, and
 * run only by path.
 */
const defaultKinds = ['unit', 'medium', 'e2e'];

/**
 * Minimum length of the fixed text in a title with placeholders. Shorter titles would match too many test names.
 */
const MIN_TITLE = 8;

/** Thrown when nothing matches the arguments. */
export class NoTestError extends Error {}

/**
 * Returns the specs selected by the arguments of `npm test`: paths of specs, source files and folders, then
 * the name of a project, a spec or a test.
 *
 * @param {string[]} args
 * @param {string} from folder to which paths are relative; the workspace is tried next
 * @returns {Selection}
 * @throws {NoTestError} if nothing matches
 */
export function selectSpecs(args, from) {
  const all = findSpecs();
  const paths = args.map((arg) => existing(arg, from));
  const ofPaths = paths.flatMap((path) => (path === undefined ? [] : specsOfPath(all, path)));
  const name = args.filter((_, index) => paths[index] === undefined).join(' ');
  if (name === '') return { specs: [...new Set(ofPaths)] };
  if (ofPaths.length > 0) return { specs: [...new Set(ofPaths)], testName: name };
  return specsOfName(all, name);
}

/**
 * @param {string} arg
 * @param {string} from
 * @returns {string | undefined} the path relative to the workspace, if the file or folder exists
 */
function existing(arg, from) {
  return [resolve(from, arg), resolve(root, arg)]
    .filter((path) => statSync(path, { throwIfNoEntry: false }))
    .map((path) => relative(root, path))[0];
}

/**
 * @param {Spec[]} all
 * @param {string} path of a spec, a source file or a folder
 */
function specsOfPath(all, path) {
  const exact = all.filter((spec) => spec.path === path);
  if (exact.length > 0) return exact;
  const isFolder = statSync(join(root, path)).isDirectory();
  const matching = all.filter(({ kind, path: spec, subject }) =>
    isFolder
      ? defaultKinds.includes(kind) && (path === '' || spec.startsWith(`${path}/`))
      : subject === path.replace(/\.(tsx?|mjs)$/, ''),
  );
  if (matching.length === 0) throw new NoTestError(`No test belongs to ${path}.${specsInFolder(all, path)}`);
  return matching;
}

/** @param {Spec[]} all @param {string} path */
function specsInFolder(all, path) {
  const folder = path.replace(/[^/]+$/, '');
  const nearby = all.filter(
    ({ path: spec }) => spec.startsWith(folder) && !spec.slice(folder.length).includes('/'),
  );
  return nearby.length > 0 ? ` Tests in the same folder:\n${nearby.map((spec) => spec.path).join('\n')}` : '';
}

/**
 * @param {Spec[]} all
 * @param {string} name of a project, a spec (its file name without the ending) or a test
 * @returns {Selection}
 */
function specsOfName(all, name) {
  const candidates = all.filter(({ kind }) => defaultKinds.includes(kind));
  const ofProject = candidates.filter(({ project }) => project.split('/').at(-1) === name);
  if (ofProject.length > 0) return { specs: ofProject };
  const ofSpec = candidates.filter(({ subject }) => `/${subject}`.endsWith(`/${name}`));
  if (ofSpec.length > 0) return { specs: ofSpec };
  const titled = candidates.filter(({ path }) => mentions(readFileSync(join(root, path), 'utf8'), name));
  if (titled.length > 0) return { specs: titled, testName: name };
  throw new NoTestError(
    `No test matches "${name}": it is not a path, project, spec or test name.\n` +
      'Try a spec, a source file that has a spec, a folder, or text from the title of a test.',
  );
}

/** Matches placeholders in titles: Jest's placeholders for tables of tests, and expressions of template literals. */
const PLACEHOLDER = /%[a-z#%]|\$[\w.]+|\$\{[^}]*\}/;

/**
 * Returns whether a spec may have a test of that name: the name is part of one of its titles, or contains one.
 *
 * @param {string} source
 * @param {string} name
 */
function mentions(source, name) {
  const titles = [...source.matchAll(/(['"`])((?:\\.|(?!\1).)+)\1/g)].map(([, , quoted = '']) =>
    quoted.replace(/\\(.)/g, '$1'),
  );
  return titles.some((title) => title.includes(name) || matchesTitle(title, name));
}

/** @param {string} title @param {string} name */
function matchesTitle(title, name) {
  const texts = title.split(PLACEHOLDER);
  return texts.join('').length >= MIN_TITLE && new RegExp(texts.map(escapePattern).join('.*')).test(name);
}

/** @param {string} text */
export const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

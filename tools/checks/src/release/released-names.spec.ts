import { publicNames } from '../../release/public-names.mjs';
import { lastRelease } from '../../release/versions.mjs';
import { workspaceRoot } from '../workspace/projects.js';
import { changeFindings } from './accepted-changes.js';
import { releasedNames, removedNames } from './released-names.js';

const release = lastRelease(workspaceRoot);
const now = publicNames(workspaceRoot);

it(`keeps the settings and commands of ${release ? `version ${release.version}` : 'no version, because nothing is released yet'}`, () => {
  if (release === undefined) return;
  expect(changeFindings(release.version, removedNames(releasedNames(release.folder), now))).toEqual([]);
});

it('reads the names of settings and commands', () => {
  expect(now.settings).toEqual(expect.arrayContaining(['PORT', 'S3_BUCKET', 'PORTAL_DATA_DIR']));
  expect(now.commands).toEqual(expect.arrayContaining(['doctor', 'backup', 'restore']));
});

it('reports removed and renamed names, and accepts new ones', () => {
  const before = { settings: ['HOST', 'PORT'], commands: ['backup', 'doctor'] };
  const later = { settings: ['PORT', 'HOSTS'], commands: ['doctor', 'save'] };
  expect(removedNames(before, later)).toEqual(['setting HOST was removed', 'command backup was removed']);
});

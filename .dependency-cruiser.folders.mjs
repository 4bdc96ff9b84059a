import boundaries from './.dependency-cruiser.mjs';

const { options } = boundaries;

/**
 * A folder rule always covers all files of a folder. Specs and shared test code import from anywhere, so this
 * separate run excludes them.
 */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment:
        'Folders of a package must not depend on each other in a cycle: merge them, or extract a shared folder.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^((?:apps|libs|tools)/[^/]+|e2e)/' },
      to: { circular: true, path: '^$1/' },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, '[.-]spec\\.tsx?$', '/testing/'] },
  },
};

/**
 * Lists which folder may import which (docs/adr/0002-lint-and-boundaries.md). Packages resolve to their
 * sources, so paths are those of the workspace.
 */
const folders = {
  contracts: '^libs/contracts/',
  rpc: '^libs/rpc/',
  serviceKit: '^libs/service-kit/',
  marking: '^libs/marking/',
  embedded: '^libs/embedded/',
  testing: '^libs/testing/',
  web: '^apps/web/',
  gateway: '^apps/gateway/',
  standalone: '^apps/standalone/',
  objectStore: '^apps/object-store/',
  tools: '^tools/',
};
const specs = '\\.(spec|e2e-spec|faults-spec|containers-spec|kubernetes-spec)\\.tsx?$';
const npm = (...names) => `node_modules/(${names.join('|')})(/|$)`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid('no-cycles', 'Files that import each other belong in one file.', {}, { circular: true }),
    forbid('resolvable', 'Every import resolves to a file.', {}, { couldNotResolve: true }),
    forbid(
      'contracts-import-zod-only',
      'Contracts are read by the browser and by every process.',
      { path: `${folders.contracts}src/`, pathNot: specs },
      { pathNot: [folders.contracts, npm('zod')] },
    ),
    forbid(
      'marking-imports-no-other-package-of-the-workspace',
      'Who is named can be checked by reading one package.',
      { path: `${folders.marking}src/` },
      {
        path: ['^(apps|libs|tools)/', npm('@nestjs', 'typeorm', 'pg', 'ioredis', 'express')],
        pathNot: folders.marking,
      },
    ),
    forbid(
      'web-imports-contracts-only',
      'Node code must not reach the browser bundle.',
      { path: `${folders.web}src/` },
      { path: ['^libs/', '^apps/', '^tools/'], pathNot: [folders.contracts, folders.web] },
    ),
    forbid(
      'no-node-in-the-browser',
      'Nest, Node and database code do not run in the browser.',
      { path: `${folders.web}src/`, pathNot: specs },
      { path: npm('@nestjs', 'typeorm', 'pg', 'ioredis', 'express'), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-imports-between-features',
      'A feature of the web app never imports another one.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'shared-components-import-no-feature',
      'Shared components are used by features, not the other way round.',
      { path: '^apps/web/src/(components|lib)/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    forbid(
      'gateway-has-no-database',
      'No SQL and no object storage at the edge.',
      { path: folders.gateway, pathNot: specs },
      { path: npm('typeorm', '@nestjs/typeorm', 'pg', '@aws-sdk') },
    ),
    forbid(
      'no-imports-between-apps',
      'Services communicate over contracts only. The launcher starts all of them.',
      { path: '^apps/([^/]+)/', pathNot: [folders.standalone, '^apps/[^/]+/src/testing/'] },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'only-the-outbox-between-tests-of-apps',
      'Tests of a service that sends mail need the tables of the outbox.',
      { path: '^apps/([^/]+)/src/testing/' },
      { path: '^apps/', pathNot: ['^apps/$1/', '^apps/analytics-service/src/database/outbox/'] },
    ),
    forbid(
      'libs-import-no-app',
      'Apps import libraries, never the reverse.',
      { path: '^libs/', pathNot: [folders.testing] },
      { path: '^apps/' },
    ),
    forbid(
      'test-servers-import-no-app-but-the-object-store',
      'Tests run the object store in their own process.',
      { path: folders.testing },
      { path: '^apps/', pathNot: [folders.objectStore] },
    ),
    forbid(
      'only-launcher-and-tests-import-embedded-servers',
      'Services connect to servers and never start them.',
      { path: '^(apps|libs)/', pathNot: [folders.standalone, folders.embedded, folders.testing, specs] },
      { path: folders.embedded },
    ),
    forbid(
      'product-imports-no-tools',
      'Shipped code does not depend on tools.',
      { path: '^(apps|libs)/', pathNot: [specs, folders.testing, '/testing/'] },
      { path: [folders.tools, folders.testing] },
    ),
    forbid(
      'only-repositories-import-typeorm',
      'Services access the database through repositories. Commands open connections of their own.',
      {
        path: '^apps/[^/]+/src/',
        pathNot: ['\\.(repository|queries|entity)\\.ts$', '/database/', '/cli/', specs, '/testing/'],
      },
      { path: npm('typeorm') },
    ),
    forbid(
      'specs-are-not-imported',
      'Code shared by tests belongs in a testing folder.',
      {},
      { path: specs },
    ),
    forbid(
      'declared-dependencies',
      'A package declares each import in its package.json.',
      { path: '^(apps|libs)/[^/]+/src/', pathNot: [specs, '/testing/'] },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/test-results/', '\\.(css|html|svg|woff2?)(\\?|$)'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@secure-preview/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};

/**
 * Lists which room may import which (docs/adr/0002-lint-and-boundaries.md). Packages resolve to their
 * sources, so paths are those of the workspace.
 */
const rooms = {
  contracts: '^libs/contracts/',
  rpc: '^libs/rpc/',
  serviceKit: '^libs/service-kit/',
  testing: '^libs/testing/',
  web: '^apps/web/',
  gateway: '^apps/gateway/',
  standalone: '^apps/standalone/',
  tools: '^tools/',
};
const specs = '\\.(spec|e2e-spec|faults-spec|containers-spec)\\.tsx?$';
const npm = (...names) => `node_modules/(${names.join('|')})(/|$)`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid(
      'no-cycles',
      'Two files that need each other are one story. What is loaded later may lead back.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),
    forbid('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    forbid(
      'contracts-import-zod-only',
      'Contracts are read by the browser and by every process.',
      { path: `${rooms.contracts}src/`, pathNot: specs },
      { pathNot: [rooms.contracts, npm('zod')] },
    ),
    forbid(
      'web-imports-contracts-only',
      'Nothing that runs on Node gets into the browser.',
      { path: `${rooms.web}src/` },
      { path: ['^libs/', '^apps/', '^tools/'], pathNot: [rooms.contracts, rooms.web] },
    ),
    forbid(
      'no-node-in-the-browser',
      'Nest, Node and database code do not run there.',
      { path: `${rooms.web}src/`, pathNot: specs },
      { path: npm('@nestjs', 'typeorm', 'pg', 'ioredis', 'express'), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'features-are-strangers',
      'A feature of the web app never imports another one.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'components-know-no-feature',
      'Shared components are used by features, not the other way round.',
      { path: '^apps/web/src/(components|lib)/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    forbid(
      'gateway-has-no-database',
      'No SQL and no object storage at the edge.',
      { path: rooms.gateway, pathNot: specs },
      { path: npm('typeorm', '@nestjs/typeorm', 'pg', '@aws-sdk') },
    ),
    forbid(
      'apps-are-strangers',
      'Services meet over contracts only. The launcher starts all of them.',
      { path: '^apps/([^/]+)/', pathNot: [rooms.standalone] },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'libs-know-no-app',
      'Imports point one way. Tests start the same embedded servers as the launcher.',
      { path: '^libs/' },
      { path: '^apps/', pathNot: [rooms.standalone] },
    ),
    forbid(
      'only-tests-import-the-launcher',
      'Nothing that runs in production needs it.',
      { path: '^libs/', pathNot: [rooms.testing] },
      { path: rooms.standalone },
    ),
    forbid(
      'tools-are-not-product',
      'Nothing that is shipped needs a tool.',
      { path: '^(apps|libs)/', pathNot: [specs, rooms.testing, '/testing/'] },
      { path: [rooms.tools, rooms.testing] },
    ),
    forbid(
      'repositories-know-typeorm',
      'A service decides, a repository talks to the database.',
      {
        path: '^apps/[^/]+/src/',
        pathNot: [
          '\\.(repository|queries|entity)\\.ts$',
          '/database/',
          'app\\.module\\.ts$',
          'readiness\\.ts$',
          '/cli/',
          'main\\.ts$',
          specs,
          '/testing/',
        ],
      },
      { path: npm('typeorm') },
    ),
    forbid('specs-are-not-imported', 'What tests share lives in a testing folder.', {}, { path: specs }),
    forbid(
      'declared-dependencies',
      'What a package imports stands in its package.json.',
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

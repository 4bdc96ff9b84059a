import { allRoutes } from '../routes.js';

/** Returns a Markdown table of all routes and the access level of each. */
export function accessTable(): string {
  const rows = allRoutes.map(
    ({ method, path, access, summary }) => `| ${access} | ${method} | \`${path}\` | ${summary} |`,
  );
  return `# Who may call what

Generated from the contracts by \`npm run openapi\`. A viewer is a visitor past the gate; an uploader is that visitor
past the upload password, and may do all that a viewer may.

| Access | Method | Path | What it does |
|---|---|---|---|
${rows.join('\n')}
`;
}

import { allRoutes } from '../routes.js';

/** Returns a Markdown table of all routes and the access level of each. */
export function accessTable(): string {
  const rows = allRoutes.map(
    ({ method, path, access, summary }) => `| ${access} | ${method} | \`${path}\` | ${summary} |`,
  );
  return `# Access levels of the routes

Generated from the contracts by \`npm run openapi\`. A viewer is a visitor past the gate. An uploader is a
viewer who has entered the upload password.

| Access | Method | Path | Purpose |
|---|---|---|---|
${rows.join('\n')}
`;
}

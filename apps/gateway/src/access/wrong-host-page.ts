/** Contains no inline styles or scripts: the content security policy forbids them. */
export const WRONG_HOST_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>Wrong address</title>
  </head>
  <body>
    <h1>The portal is not set up for this address</h1>
    <p>Visitors: check the address you were given.</p>
    <p>Operators: set <code>PUBLIC_ORIGIN</code> to this address, or add its host name to <code>ALLOWED_HOSTS</code>.</p>
  </body>
</html>
`;

import * as z from 'zod/mini';

// The page's content security policy forbids eval, which Zod's compiled parsers need.
z.config({ jitless: true });

import * as z from 'zod/mini';

// The content security policy of the page forbids eval, which Zod's compiled parsers need.
z.config({ jitless: true });

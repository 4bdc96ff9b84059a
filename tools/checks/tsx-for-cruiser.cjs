const swc = require('@swc/core');

// dependency-cruiser hands every file to swc as plain TypeScript; in .tsx files that is a syntax error.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

const swc = require('@swc/core');

// dependency-cruiser passes every file to swc as plain TypeScript, which is a syntax error for .tsx files.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

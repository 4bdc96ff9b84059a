/** Matches one e-mail address: no list, no name, no quoting, and nothing that could begin another header. */
export const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u;

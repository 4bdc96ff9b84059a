/** One address: no list, no name, no quoting, nothing that could begin another header. */
export const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u;

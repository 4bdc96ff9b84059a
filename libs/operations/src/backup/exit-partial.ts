/** Exit code of a service whose part of a backup is sealed, and lacks what is lost already. */
export const EXIT_PARTIAL = 3;

/** Exit code of a service whose section of a backup is valid, but lacks objects lost earlier. */
export const EXIT_PARTIAL = 3;

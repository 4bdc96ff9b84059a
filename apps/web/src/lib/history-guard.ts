type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

// Browsers call window listeners in the order of registration: this module is loaded before the router's.
addEventListener('popstate', (event) => guard?.(event));

/** Sets a guard that receives each history step before the router; null removes it. */
export function guardHistory(next: Guard | null): void {
  guard = next;
}

type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

// Browsers call the window's listeners in the order of their registration: this module is loaded before the router's.
addEventListener('popstate', (event) => guard?.(event));

/** Lets a screen look at each step through the history before the router does; null ends that. */
export function guardHistory(next: Guard | null): void {
  guard = next;
}

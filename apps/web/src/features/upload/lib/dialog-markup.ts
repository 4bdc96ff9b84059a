/**
 * Repairs the library's markup after each render. The library shows a single file as a list item without a
 * list. Its file inputs accept everything that its restrictions name.
 *
 * @returns a function that stops it
 */
export function repairMarkup(container: HTMLElement, accept: string): () => void {
  const repair = () => {
    for (const list of container.querySelectorAll('.uppy-Dashboard-files:not([role])'))
      list.setAttribute('role', 'list');
    for (const input of container.querySelectorAll('input[type=file]:not([capture])'))
      if (input.getAttribute('accept') !== accept) input.setAttribute('accept', accept);
    // The note contains the reason for a refusal.
    for (const note of container.querySelectorAll('.uppy-Dashboard-note:not([role])'))
      note.setAttribute('role', 'status');
  };
  repair();
  const observer = new MutationObserver(repair);
  observer.observe(container, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Repairs the markup of the library after each render: it renders a list item without a list, and its file inputs
 * accept all types of its restrictions.
 *
 * @returns a function that stops the repairs
 */
export function repairMarkup(container: HTMLElement, accept: string): () => void {
  const repair = () => {
    for (const list of container.querySelectorAll('.uppy-Dashboard-files:not([role])'))
      list.setAttribute('role', 'list');
    for (const input of container.querySelectorAll('input[type=file]:not([capture])'))
      if (input.getAttribute('accept') !== accept) input.setAttribute('accept', accept);
    // The note shows the reason of a rejection.
    for (const note of container.querySelectorAll('.uppy-Dashboard-note:not([role])'))
      note.setAttribute('role', 'status');
  };
  repair();
  const observer = new MutationObserver(repair);
  observer.observe(container, { childList: true, subtree: true });
  return () => observer.disconnect();
}

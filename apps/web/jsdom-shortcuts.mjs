import { createRequire } from 'node:module';

// The copy of jsdom that Jest uses.
const requireForJest = createRequire(createRequire(import.meta.url).resolve('jest-environment-jsdom'));
const internal = (/** @type {string} */ name) => requireForJest(`jsdom/lib/jsdom/living/${name}.js`);

/** Names of elements by selector; undefined if the selector may match elements of any name. */
const names = new Map();

/**
 * Returns the names of the elements that a selector may match, or undefined if these may have any name. Knows only
 * selectors without parentheses.
 *
 * @param {string} selector
 */
function elementNames(selector) {
  const bare = selector.replace(/\[[^\]]*\]/g, '');
  if (!/^[\w\s,>+~:-]+$/.test(bare)) return undefined;
  const found = bare.split(',').map((part) => /(?:^|[\s>+~])([a-z][\w-]*)(?::[\w-]+)*\s*$/i.exec(part)?.[1]);
  return found.includes(undefined) ? undefined : new Set(found.map((name) => name?.toLowerCase()));
}

/**
 * Compares an element with the 120 rules of jsdom's default style sheet by its name first. Call it before jsdom is
 * loaded.
 */
export function shortenRuleMatching() {
  const selectors = internal('helpers/selectors');
  const { matchesDontThrow } = selectors;
  selectors.matchesDontThrow = (element, selector) => {
    if (typeof selector !== 'string') return matchesDontThrow(element, selector);
    if (!names.has(selector)) names.set(selector, elementNames(selector));
    const possible = names.get(selector);
    if (possible && !possible.has(element._localName.toLowerCase())) return false;
    return matchesDontThrow(element, selector);
  };
}

/** Finds the control that a label names by the index of ids, instead of walking through the document. */
export function shortenLabelLookup() {
  const { prototype } = internal('nodes/HTMLLabelElement-impl').implementation;
  const { isLabelable } = internal('helpers/form-controls');
  const { get } = Object.getOwnPropertyDescriptor(prototype, 'control');
  Object.defineProperty(prototype, 'control', {
    configurable: true,
    get() {
      const document = this._ownerDocument;
      const candidates = document._ids[this.getAttributeNS(null, 'for') ?? ''];
      // The index has the elements of a document only, and repeated ids in another order than the document.
      if (candidates?.length !== 1 || this.getRootNode({}) !== document) return get.call(this);
      const [found] = candidates;
      if (found.getRootNode({}) !== document) return get.call(this);
      return isLabelable(found) ? found : null;
    },
  });
}

/**
 * Computes only the property of a style that is read. Queries by role and checks of visibility read one or two
 * properties of many elements, while jsdom parses and copies all of them for each call.
 *
 * @param {Window & typeof globalThis} window
 */
export function computeStylesOnDemand(window) {
  const { implForWrapper } = internal('generated/utils');
  const { getDeclarationForElement, getResolvedValue } = internal('helpers/style-rules');
  const compute = window.getComputedStyle;
  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement || !(element instanceof window.Element)) return compute(element, pseudoElement);
    const impl = implForWrapper(element);
    const display = () => getDeclarationForElement(impl).getPropertyValue('display');
    const inherited = (name) => getResolvedValue(impl, name);
    let complete;
    const others = () => {
      complete ??= compute(element);
      return complete;
    };
    return new Proxy(
      {},
      {
        get(_target, property) {
          if (property === 'display') return display();
          if (property === 'visibility') return inherited('visibility');
          if (property === 'pointerEvents') return inherited('pointer-events');
          if (property === 'getPropertyValue')
            return (name) => {
              if (name === 'display') return display();
              if (name === 'visibility' || name === 'pointer-events') return inherited(name);
              return others().getPropertyValue(name);
            };
          const value = others()[property];
          return typeof value === 'function' ? value.bind(others()) : value;
        },
        has: (_target, property) => property in others(),
      },
    );
  };
}

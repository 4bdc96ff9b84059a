import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Runs specs in a context with an ordinary global object. Jest's own context intercepts each access to a global such as
 * `Math`, which then takes 60 times as long.
 */
export default class NodeEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
    if (this.context !== this.global) throw new Error('Jest intercepts globals, so specs would be slow');
  }
}

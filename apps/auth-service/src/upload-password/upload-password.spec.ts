import { assertAcceptable, generatePassword } from './upload-password.js';

describe('a generated password', () => {
  it('is new each time, acceptable and easy to type', () => {
    const passwords = new Set(Array.from({ length: 100 }, generatePassword));
    expect(passwords.size).toBe(100);
    for (const password of passwords) {
      expect(password).toMatch(/^[0-9a-f]{6}(-[0-9a-f]{6}){4}$/);
      expect(() => assertAcceptable(password, 'another')).not.toThrow();
    }
  });
});

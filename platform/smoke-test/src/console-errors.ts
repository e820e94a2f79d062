import type { BrowserContext } from '@playwright/test';
import { inPlainWords } from './plain-words.ts';

/** Collects console errors, uncaught errors, policy violations and requests to other machines. */
export class ConsoleErrors {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  /** Call it before the first page opens. */
  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      const { url } = message.location();
      this.#found.push(`console: ${inPlainWords(message.text(), url)}`);
    });
    context.on('weberror', (error) =>
      this.#found.push(`uncaught: ${inPlainWords(`${error.error()}`)}`),
    );
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (!protocol.startsWith('http') || hostname === 'localhost') return;
      // It leaves the page or opens another one: the policy forbids frames.
      if (request.isNavigationRequest()) return;
      this.#found.push(`request to another host: ${request.url()}`);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (violation) => {
        const { effectiveDirective, blockedURI, sample } = violation;
        console.error(`security policy: ${effectiveDirective} ${blockedURI} ${sample}`);
      });
    });
  }

  add(error: string): void {
    this.#found.push(error);
  }

  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Allows errors that match, such as those of a remote that fails. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Returns unexpected errors, and expected ones that did not occur. */
  unexpected(): string[] {
    const missing = [...this.#expected];
    const unexpected = this.#found.filter((text) => {
      const index = missing.findIndex((pattern) => pattern.test(text));
      if (index >= 0) missing.splice(index, 1);
      return index < 0 && !this.#allowed.some((pattern) => pattern.test(text));
    });
    return [...unexpected, ...missing.map((pattern) => `expected and did not come: ${pattern}`)];
  }
}

import type { BrowserContext } from '@playwright/test';

/**
 * Collects what goes wrong in the browser: errors in the console, uncaught errors, breaches
 * of the security policy, and requests that leave the machine.
 */
export class ConsoleErrors {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  /** Has to be called before the first page is opened. */
  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#found.push(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => this.#found.push(`uncaught: ${error.error()}`));
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (!protocol.startsWith('http') || hostname === 'localhost') return;
      this.#found.push(`request to another host: ${request.url()}`);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (violation) => {
        const { effectiveDirective, blockedURI, sample } = violation;
        console.error(`security policy: ${effectiveDirective} ${blockedURI} ${sample}`);
      });
    });
  }

  /** Adds an error of a browser that is watched by other means. */
  add(error: string): void {
    this.#found.push(error);
  }

  /** The journey has to cause one error that matches. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Errors that match may come, such as those of a remote that fails. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Errors that were not expected, and expected ones that did not come. */
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

import type { BrowserContext } from '@playwright/test';

/**
 * Collects all that the browser complains about: errors in the console, uncaught errors, breaches
 * of the security policy, and requests that leave the machine.
 */
export class Complaints {
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

  /** Takes down what a browser that is watched by other means complains about. */
  note(complaint: string): void {
    this.#found.push(complaint);
  }

  /** One complaint of this kind belongs to the journey, which fails when there is none or another. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  /** Complaints of this kind may come, such as what the console says of a remote that fails. */
  allow(complaints: RegExp): void {
    this.#allowed.push(complaints);
  }

  /** What was found and not expected, and what was expected and not found. */
  surprises(): string[] {
    const missing = [...this.#expected];
    const unexpected = this.#found.filter((text) => {
      const index = missing.findIndex((pattern) => pattern.test(text));
      if (index >= 0) missing.splice(index, 1);
      return index < 0 && !this.#allowed.some((pattern) => pattern.test(text));
    });
    return [...unexpected, ...missing.map((pattern) => `expected and did not come: ${pattern}`)];
  }
}

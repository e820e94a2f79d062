import { figuresPath } from '@kargo/shared-types/releases/release-addresses';
import { CliError } from './cli-error.ts';

const timeoutMs = 2000;

/**
 * Reads what visitors' pages reported to a gateway: one line per release, beginning with the app.
 * Throws a CliError when no gateway answers at this address.
 */
export async function readFigures(operators: string): Promise<string[]> {
  try {
    const address = new URL(figuresPath, operators);
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && type.startsWith('text/plain')) return (await response.text()).split('\n');
  } catch {} // Nobody listens there, or it is not an address.
  throw new CliError(
    `No gateway answers at ${operators}: --operators takes the address of its operators' port, such as http://127.0.0.1:3002.`,
  );
}

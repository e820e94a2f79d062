import { inWords, ReleaseFigures, releaseFiguresPath } from '@kargo/release-log/release-figures';
import { parseJson } from '@kargo/shared-types/parse-json';
import { CliError } from './cli-error.ts';

const timeoutMs = 2000;

/** Reads the figures of a gateway. Throws a CliError when there is none at this address. */
export async function readFigures(operators: string): Promise<ReleaseFigures> {
  try {
    const address = new URL(releaseFiguresPath, operators);
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    return parseJson(ReleaseFigures, await response.text(), address.href);
  } catch {
    throw new CliError(
      `No gateway answers at ${operators}: --operators takes the address of its operators' port, such as http://127.0.0.1:3002.`,
    );
  }
}

/** Says in one line how a release does in visitors' browsers. */
export function sentenceOf(figures: ReleaseFigures[number]): string {
  const words = Object.entries(inWords(figures)).map(([name, value]) => `${name} ${value}`);
  return `${figures.app} ${figures.version} within an hour: ${words.join(', ')}`;
}

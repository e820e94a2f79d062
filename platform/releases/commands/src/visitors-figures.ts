import {
  type BoardApp,
  type BoardRelease,
  failuresInWords,
  ReleaseBoard,
  releaseBoardPath,
} from '@kargo/release-log/log/release-board';
import { parseJson } from '@kargo/shared-types/parse-json';
import { CliError } from './cli-error.ts';

const timeoutMs = 2000;

/** Reads the release board of a gateway. Throws a CliError when there is none at this address. */
export async function readBoard(operators: string): Promise<ReleaseBoard> {
  try {
    const address = new URL(releaseBoardPath, operators);
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    return parseJson(ReleaseBoard, await response.text(), address.href);
  } catch {
    throw new CliError(
      `No gateway answers at ${operators}: --operators takes the address of its operators' port, such as http://127.0.0.1:3002.`,
    );
  }
}

/** Returns how the releases of an app do in visitors' browsers, one line each. */
export const figuresOf = ({ app, current, canary }: BoardApp): string[] =>
  [current, canary].flatMap((release) => (release ? `${app} ${inWords(release)}` : []));

function inWords(release: BoardRelease): string {
  const measured = (['lcp', 'inp', 'cls'] as const).map((vital) => {
    const value = release[vital]?.toFixed(2);
    return value ? `, ${vital.toUpperCase()} ${value}${vital === 'cls' ? '' : ' s'}` : '';
  });
  return `${release.version} failed within an hour: ${failuresInWords(release)}${measured.join('')}`;
}

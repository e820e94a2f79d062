import { RefusedError } from '@kargo/delivery/refused-error';
import { printPlainly } from '@kargo/release-log/plain-text';
import { isOwnRepository } from '@kargo/tools/remotes';

/** An error whose message tells the user of a command what is wrong and what to change. */
export class CliError extends RefusedError {}

/** Runs a command; prints the message of a RefusedError or of `parseArgs`, and the stack of any other error. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  reachThisMachine();
  printPlainly();
  try {
    await command();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isPlain = error instanceof RefusedError || code.startsWith('ERR_PARSE_ARGS');
    console.error(isPlain ? asCalledHere(message) : error);
    process.exit(1);
  }
}

/** Keeps proxies from coming between programs of this machine. Node's fetch reads this each time, children once. */
function reachThisMachine(): void {
  const { KARGO_HOST, NO_PROXY, no_proxy = NO_PROXY } = process.env;
  // Node's http wants ::1 without brackets, its fetch with them.
  const own = ['localhost', '127.0.0.1', '::1', '[::1]', KARGO_HOST];
  process.env.no_proxy = process.env.NO_PROXY = [no_proxy, ...own].filter(Boolean).join();
}

/** Sentences name the commands of a checkout. In a repository of its own, npm runs them. */
export function asCalledHere(message: string): string {
  return isOwnRepository(process.cwd())
    ? message.replace(
        /\bpnpm (releases?|preview|canary|promote|back|(?:un)?freeze)\b/g,
        'npm run $1 --',
      )
    : message;
}

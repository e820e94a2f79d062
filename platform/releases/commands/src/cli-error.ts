import { isOwnRepository } from '@kargo/build/remotes';
import { RefusedError } from '@kargo/delivery/refused-error';

/** An error whose message tells people what is wrong and how to fix it. */
export class CliError extends RefusedError {}

/** For a store that lacks a release or cannot be read. */
export function asCliError({ message }: Error): never {
  throw new CliError(message);
}

/**
 * Runs a command. Prints only the message of what is refused or `plain`, else also the stack.
 *
 * @param usage printed instead for `--help`; undefined where the command prints its own
 */
export async function runCommand(command: () => Promise<void>, usage?: string): Promise<void> {
  reachThisMachine();
  (await import('@kargo/release-log/plain-text')).printPlainly();
  if (usage !== undefined && process.argv.includes('--help')) {
    console.log(usage);
    process.exit();
  }
  try {
    await command();
  } catch (error) {
    const { message, cause } = error as Error;
    const { code = '' } = (cause ?? error) as NodeJS.ErrnoException;
    const isPlain = error instanceof RefusedError || plain.test(code);
    console.error(isPlain ? asCalledHere(message) : error);
    process.exit(1);
  }
}

/** Codes of unknown parameters, of disks that are full or read-only, and of ports in use. */
const plain = /^(ERR_PARSE_ARGS|EACCES|EADDRINUSE|EDQUOT|ENOSPC|EROFS)/;

/** Bypasses proxies on this machine. Node's fetch reads this on each call, children at start. */
function reachThisMachine(): void {
  const { KARGO_HOST, NO_PROXY, no_proxy = NO_PROXY } = process.env;
  // Node's http wants ::1 without brackets, its fetch with them.
  const own = ['localhost', '127.0.0.1', '::1', '[::1]', KARGO_HOST];
  process.env.no_proxy = process.env.NO_PROXY = [no_proxy, ...own].filter(Boolean).join();
}

/** Messages name the pnpm commands of a checkout; in its own repository, a remote uses npm. */
export function asCalledHere(message: string): string {
  return isOwnRepository(process.cwd())
    ? message.replace(
        /\bpnpm (releases?|preview|canary|promote|back|inside|(?:un)?freeze)\b/g,
        'npm run $1 --',
      )
    : message;
}

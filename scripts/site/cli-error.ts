import { RefusedError } from '@kargo/delivery/refused-error';

/** An error whose message tells the user of a command what is wrong and what to change. */
export class CliError extends Error {}

/** Runs a command; prints the message of a CliError, and the stack of any other error. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isRefusal = error instanceof CliError || error instanceof RefusedError;
    console.error(isRefusal ? error.message : error);
    process.exit(1);
  }
}

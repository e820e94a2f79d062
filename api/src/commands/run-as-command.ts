import { ApiError } from '../api-error.ts';
import { connect } from '../database/connect.ts';
import { migrateCommand } from '../database/migrator.ts';
import type { Database, Driver } from '../database/tables.ts';
import { EnvError, readJobEnv } from '../env.ts';
import { requireDriversByEmail } from '../sessions/repository.ts';

/** Runs a program. If it fails, one sentence says why, and the process exits with 1. */
export async function runAsCommand(program: () => Promise<unknown>): Promise<void> {
  try {
    await program();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** @throws {ApiError} with the sentence, unless the command line has one argument. */
export function onlyArgument(sentence: string): string {
  const [argument, ...rest] = process.argv.slice(2);
  if (!argument || rest.length > 0) throw new ApiError('validation_failed', sentence);
  return argument;
}

/** Those with one e-mail address. The first is the newest who is not disabled, if there is one. */
export type Drivers = readonly [Driver, ...Driver[]];

/**
 * Runs a program as the owner of the tables, and prints the text that it returns.
 *
 * @param sentence says what the only argument is: the e-mail address of the drivers
 */
export const runOnDrivers = (
  sentence: string,
  program: (db: Database, drivers: Drivers) => Promise<string>,
) =>
  runAsCommand(async () => {
    const email = onlyArgument(sentence);
    const db = connect(readJobEnv().DATABASE_OWNER_URL);
    console.log(await program(db, await requireDriversByEmail(db, email)));
    await db.destroy();
  });

/** Returns one sentence. */
export function explain(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (error instanceof EnvError) return message;
  if (error instanceof ApiError) {
    return cause instanceof Error ? `${message} (${cause.message})` : message;
  }
  // Fastify reads that list.
  if (/^invalid (IP address|range on address): /.test(message))
    return `TRUST_PROXY has to be a list of addresses and networks such as 10.0.0.0/8,uniquelocal: ${message}.`;
  const refused = `The database refuses (${message}). Run ${migrateCommand}, which makes the API's role, or check user and password.`;
  const sentences: Record<string, string> = {
    EADDRINUSE: `The port is taken (${message}). Set PORT to a free one.`,
    ECONNREFUSED: 'The database does not answer. Start it, or check DATABASE_URL.',
    '28P01': refused,
    '28000': refused,
    '42501': refused,
  };
  return sentences[code ?? ''] ?? `The program could not run: ${message}`;
}

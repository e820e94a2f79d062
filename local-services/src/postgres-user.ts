import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface UnprivilegedUser {
  uid: number;
  gid: number;
  /** What `spawn` needs to run a program as this user, unless `setpriv` does it. */
  spawnOptions: { uid?: number; gid?: number };
  /** Prefix of the command line that runs a program as this user. */
  prefix: string[];
}

/**
 * Who Postgres runs as: it refuses to run as root. Null when this process is not root, and Postgres
 * simply runs as the same user.
 *
 * As root, the owner of an existing cluster or else `nobody` is taken, so no user has to be made.
 * Such a user cannot enter a folder that only root may enter, such as anything below /root or a
 * `mktemp -d`; there, Postgres keeps one capability of root, that of passing by file permissions.
 *
 * @param cluster folder of the database, which need not exist
 * @param mustReach files and folders the user has to get at
 */
export async function unprivilegedUser({
  cluster,
  mustReach,
}: {
  cluster: string;
  mustReach: string[];
}): Promise<UnprivilegedUser | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = owner(cluster) ?? nobody();
  if (mustReach.every(isOpenToAll)) return { uid, gid, spawnOptions: { uid, gid }, prefix: [] };
  const capability = '+dac_override';
  return {
    uid,
    gid,
    spawnOptions: {},
    prefix: [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      // Without it, access(2) leaves the capability out, by which initdb looks for its programs.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
    ],
  };
}

/** The command line that runs `command` as the user. */
export function asUnprivileged(user: UnprivilegedUser | null, command: string[]): string[] {
  return [...(user?.prefix ?? []), ...command];
}

function owner(folder: string): { uid: number; gid: number } | null {
  if (!existsSync(folder)) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
}

function nobody(): { uid: number; gid: number } {
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Whether everyone may enter all folders on the way, and read what is there. */
function isOpenToAll(path: string): boolean {
  const readAndEnter = 0o005;
  const enter = 0o001;
  if ((statSync(path).mode & readAndEnter) !== readAndEnter) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & enter) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

/** Who Postgres runs as, where this process is root. */
export interface PostgresUser {
  uid: number;
  gid: number;
  /** In front of the command line of a program that is to run as this user. */
  prefix: string[];
}

/**
 * Who Postgres runs as: it refuses to run as root. Null when this process is not root, and Postgres
 * simply runs as the same user.
 *
 * As root, the owner of an existing cluster or else `nobody` is taken, so no user has to be made. It
 * keeps one capability of root, that of passing by file permissions: else it could enter nothing
 * below a folder that only root may enter, such as /root or a `mktemp -d`.
 *
 * @param cluster folder of the database, which need not exist
 */
export function postgresUser(cluster: string): PostgresUser | null {
  if (process.getuid?.() !== 0) return null;
  const known = existsSync(cluster) ? statSync(cluster) : undefined;
  const { uid, gid } = known?.uid ? known : { uid: idOfNobody('-u'), gid: idOfNobody('-g') };
  const capability = '+dac_override';
  return {
    uid,
    gid,
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

const idOfNobody = (kind: '-u' | '-g') =>
  Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));

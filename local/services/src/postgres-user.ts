import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

/**
 * Returns the user that runs Postgres, which refuses to run as root, and the beginning of a command line that runs a
 * program as this user. Null if this process is not root; then Postgres runs as the same user.
 *
 * As root, it is the owner of an existing cluster or else `nobody`, so no user has to be created. It
 * keeps one capability of root, to bypass file permissions. Otherwise it could not access anything below
 * a folder that only root may enter, such as /root or a `mktemp -d`.
 *
 * @param cluster folder of the database, which need not exist
 */
export function postgresUser(cluster: string) {
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
      // Without this, access(2), with which initdb looks for its programs, ignores the capability.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
    ],
  };
}

const idOfNobody = (kind: '-u' | '-g') =>
  Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));

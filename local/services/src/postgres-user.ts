import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

/**
 * Returns the user that runs Postgres, which refuses to run as root, and a command prefix that runs
 * programs as this user. Returns null if this process is not root: then no other user is needed.
 *
 * The user is the owner of an existing cluster or else `nobody`, so nobody has to create one. It
 * keeps root's capability to bypass file permissions: otherwise it could not access anything below
 * a folder that only root may enter, such as /root or a `mktemp -d`.
 *
 * @param cluster folder of the database; it need not exist
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
      // Without this, access(2) ignores the capability, and initdb does not find its programs.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
    ],
  };
}

const idOfNobody = (kind: '-u' | '-g') =>
  Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));

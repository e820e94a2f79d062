import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';

interface Account {
  uid: string;
  email: string;
  disabled?: boolean;
  tokensRevokedAt?: Date;
}

const projectId = 'demo-test';

/**
 * Fakes the Auth emulator's `accounts:lookup`, all that verification calls. firebase-admin accepts
 * unsigned tokens while `FIREBASE_AUTH_EMULATOR_HOST` is in `process.env`: one fake per process.
 */
export async function startFakeIdentityProvider() {
  const accounts = new Map<string, Account>();
  let failure: (() => number) | undefined;
  const app = Fastify({ forceCloseConnections: true });
  app.post<{ Body: { localId: string[] } }>('*', async ({ body }, reply) => {
    if (failure) reply.code(failure());
    const account = accounts.get(body.localId[0] ?? '');
    return { users: account && [toUser(account)] };
  });
  const { host } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  process.env.FIREBASE_AUTH_EMULATOR_HOST = host;
  return {
    host,
    projectId,
    /** Makes look-ups respond with this status, until the returned function is called. */
    respondWith(status: () => number) {
      failure = status;
      return () => {
        failure = undefined;
      };
    },
    addAccount: (account: Account) => accounts.set(account.uid, account),
    stop: () => app.close(),
  };
}

function toUser({ uid, email, disabled, tokensRevokedAt }: Account) {
  const validSince = String(Math.floor((tokensRevokedAt?.getTime() ?? 0) / 1000));
  return { localId: uid, email, disabled, validSince };
}

/** Returns an unsigned ID token like the emulator's; any claim can be set to a wrong value. */
export function unsignedIdToken(claims: { sub: string; email?: string; [claim: string]: unknown }) {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: now - 10,
    iat: now - 10,
    exp: now + 3600,
    // Without a signature, tokens of the same second would be identical.
    nonce: randomUUID(),
    ...claims,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

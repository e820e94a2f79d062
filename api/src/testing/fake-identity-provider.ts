import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Account {
  uid: string;
  email: string;
  disabled?: boolean;
  tokensRevokedAt?: Date;
}

const projectId = 'demo-test';

/**
 * The one call of the Auth emulator that verification makes (`accounts:lookup`), and the unsigned
 * tokens that firebase-admin accepts while `FIREBASE_AUTH_EMULATOR_HOST` is set. That variable is
 * read from `process.env`, so one per test process.
 */
export async function startFakeIdentityProvider() {
  const accounts = new Map<string, Account>();
  let failure: (() => number) | undefined;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { localId } = JSON.parse(body) as { localId: string[] };
    if (failure) response.statusCode = failure();
    const account = accounts.get(localId[0] ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ users: account && [toUser(account)] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = host;
  return {
    host,
    projectId,
    /** From now on it answers look-ups with this status; the result puts an end to it. */
    answerWith(status: () => number) {
      failure = status;
      return () => {
        failure = undefined;
      };
    },
    addAccount: (account: Account) => accounts.set(account.uid, account),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function toUser({ uid, email, disabled, tokensRevokedAt }: Account) {
  const validSince = String(Math.floor((tokensRevokedAt?.getTime() ?? 0) / 1000));
  return { localId: uid, email, disabled, validSince };
}

/** An unsigned ID token as the emulator makes them; any claim can be set wrong. */
export function unsignedIdToken(claims: { sub: string; email?: string; [claim: string]: unknown }) {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: now - 10,
    iat: now - 10,
    exp: now + 3600,
    // The provider's are signed; these would be the same within a second.
    nonce: randomUUID(),
    ...claims,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

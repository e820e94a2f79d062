import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyRequest } from 'fastify';
import { Pool } from 'pg';

/**
 * The work of a request with nothing around it. `GET /verify` is Fastify with its own logger and one statement of
 * pg, which are those of the API; all else are the bytes that the gateway sent once, sent with `node:http`.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const verify = {
  name: 'verify',
  text: `select drivers.*, expires_at < least(now() + 30 * interval '1 day',
      access_tokens.created_at + 90 * interval '1 day') - interval '1 hour' as is_stale
    from access_tokens inner join drivers on drivers.id = access_tokens.driver_id
    where token_hash = $1 and expires_at > now()
      and access_tokens.created_at > now() - 90 * interval '1 day'
      and disabled_at is null and approved_at is not null`,
};

const sent = new Map<string, { headers: string[]; body: Buffer }>();

const app = Fastify({
  genReqId: () => randomUUID(),
  logger: {
    serializers: {
      req: ({ method, routeOptions, ip }: FastifyRequest) => ({
        method,
        route: routeOptions.url ?? 'none',
        remoteAddress: ip,
      }),
      res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
    },
  },
  serverFactory: (handle) =>
    createServer((request, response) => {
      const answer = sent.get(request.url ?? '');
      if (answer) response.writeHead(200, answer.headers).end(answer.body);
      else handle(request, response);
    }),
});

app.get(process.env.VERIFY ?? '', async ({ headers }, reply) => {
  const token = headers.authorization?.slice('Bearer '.length) ?? '';
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await pool.query({ ...verify, values: [hash] });
  const [driver] = rows;
  if (!driver) return reply.code(401).send();
  return {
    name: driver.name,
    phone: driver.phone,
    image: driver.image_key,
    form_completed: driver.form_completed,
    onboarding_completed: driver.onboarding_completed,
    onboarding_error: driver.onboarding_error,
    stripe_error_token: driver.stripe_error_token,
  };
});

app.get('/*', async ({ url, headers }) => {
  const [answer]: IncomingMessage[] = await once(
    get(`${process.env.GATEWAY}${url}`, { headers }),
    'response',
  );
  if (answer?.statusCode !== 200) throw new Error(`${url} answered ${answer?.statusCode}`);
  // Not what belongs to one connection or moment.
  const isLeftOut = /^(connection|date|keep-alive|transfer-encoding)$/i;
  const kept = Object.entries(answer.headers).filter(([name]) => !isLeftOut.test(name));
  sent.set(url, { headers: kept.flat().map(String), body: await buffer(answer) });
  return 'Ask again';
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.('ready');

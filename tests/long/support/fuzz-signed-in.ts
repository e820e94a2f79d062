import { type ApiCall, apiCalls } from '@kargo/shared-types/api/api-calls';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { addDriver } from 'e2e/support/add-driver';
import { ApiSession, payoutDetails } from 'e2e/support/api-session';
import { picture } from 'e2e/support/picture';

/** Calls that are made without the API's client, in whose address a text is. */
const links: ApiCall[] = [apiPaths.profileImage, apiPaths.payoutLink, apiPaths.payoutReturn].map(
  (path) => ({ call: `GET ${path(':token')}` }),
);
const calls: ApiCall[] = [...Object.values(apiCalls), ...links];
const logout = apiCalls.logout.call;

/** Values that are almost valid for some field, or for none. */
const texts = [
  ...['Nell Newby', '2025550123', '+1 2025550123', '29', '2', '1988', '31', '0', '-1', '1e3'],
  ...['', ' ', '\0', 'a\0b', '\u202e', '🚚'.repeat(128), '9'.repeat(400), '__proto__', '<script>'],
  ...[255, 256, 4097].map((length) => 'x'.repeat(length)),
  ...['a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', 'ada@kargo.example'],
  "'; drop table drivers; --",
];
const values: unknown[] = [null, true, 0, -0, 1e308, [], {}, ['a'], { toString: 1 }];

const photo = picture(64, [0, 128, 128]);
const files = [
  photo,
  photo.subarray(0, 60),
  Buffer.concat([photo, Buffer.from('<script>')]),
  Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024)]),
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  Buffer.from('%PDF-1.7'),
  Buffer.alloc(0),
];
const longName = `${'x'.repeat(300)}.png`;
const fileNames = ['a.png', 'a.jpg', 'A.JPEG', 'a', '', '../../a.png', 'a\0.png', longName];

/** Field values that are right. */
const right: Record<string, string> = { name: 'Nell', ...payoutDetails };

/** The next driver continues after this number of calls, since forms are limited per driver. */
const callsPerDriver = 300;

/** Makes several calls at once for this time, signed in as one driver after the other. */
export async function fuzzSignedIn(minutes: number) {
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  const end = Date.now() + minutes * 60_000;

  async function work(): Promise<void> {
    while (Date.now() < end) {
      const session = await ApiSession.open(await addDriver());
      for (let count = 0; count < callsPerDriver && Date.now() < end; count += 1) {
        const call = pick(calls);
        // Rarely, since the other calls need the session.
        if (call.call === logout && Math.random() < 0.9) continue;
        const caller = Math.random() < 0.05 ? new ApiSession('') : session;
        const [method = '', path = ''] = call.call.split(' ');
        const address = path
          .replace(':mode', pick(['1', '2']))
          .replace(':token', encodeURIComponent(pick(texts)));
        const init: RequestInit = { redirect: 'manual', method, ...contentOf(call) };
        const response = await caller.call(address, init).catch((error: unknown) => error);
        const status = response instanceof Response ? response.status : `failed: ${response}`;
        if (response instanceof Response) await response.body?.cancel();
        const what = `${call.call} ${status}`;
        counts[what] = (counts[what] ?? 0) + 1;
        if (typeof status === 'string' || status >= 500)
          failures.push(`${what}: ${address} ${shown(init)}`.slice(0, 500));
        if (call.call === logout && status === 204) break;
      }
    }
  }

  await Promise.all([work(), work(), work()]);
  return { counts, failures };
}

/** A body from the call's schema, valid except for some of its fields. */
function contentOf({ body, form }: ApiCall): Pick<RequestInit, 'body' | 'headers'> {
  const schema = (body ?? form) as { properties: Record<string, object> } | undefined;
  if (!schema) return {};
  const fields = Object.entries(schema.properties).filter(() => Math.random() < 0.95);
  if (Math.random() < 0.1) fields.push([pick(texts), {}]);
  if (Math.random() < 0.05) fields.push(...fields.slice(0, 1));
  if (form) {
    const content = new FormData();
    for (const [name, rule] of fields) {
      const isFile = 'format' in rule ? Math.random() < 0.95 : Math.random() < 0.02;
      if (isFile) content.append(name, new File([new Uint8Array(pick(files))], pick(fileNames)));
      else content.append(name, (Math.random() < 0.7 && right[name]) || pick(texts));
    }
    return { body: content };
  }
  const content = fields.map(([name, rule]) => {
    if ('const' in rule && Math.random() < 0.9) return [name, rule.const];
    return [name, pick(Math.random() < 0.8 ? texts : values)];
  });
  const headers = { 'content-type': 'application/json' };
  return { headers, body: JSON.stringify(Object.fromEntries(content)) };
}

const shown = ({ body }: RequestInit) =>
  body instanceof FormData ? JSON.stringify([...body]) : body;

export function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

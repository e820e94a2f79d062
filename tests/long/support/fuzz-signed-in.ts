import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { ProfileForm } from '@kargo/shared-types/api/driver';
import { PayoutForm } from '@kargo/shared-types/api/payout';
import {
  LoginRequest,
  PasswordChangedRequest,
  VerifyMagicTokenRequest,
} from '@kargo/shared-types/api/session';
import { addDriver } from 'e2e/support/add-driver';
import { payoutDetails } from 'e2e/support/api-session';
import { picture } from 'e2e/support/picture';
import { ApiCaller } from './api-caller.ts';

interface Schema {
  properties: Record<string, object>;
}

type Call = { name: string; path: () => string; schema?: Schema; isForm?: boolean };

/** All calls, with the schemas of their bodies. For calls without a body, the address is varied. */
const calls: Call[] = [
  { name: 'login', path: apiPaths.login, schema: LoginRequest },
  { name: 'magic token', path: apiPaths.verifyMagicToken, schema: VerifyMagicTokenRequest },
  { name: 'password changed', path: apiPaths.passwordChanged, schema: PasswordChangedRequest },
  { name: 'profile form', path: apiPaths.updateProfile, schema: ProfileForm, isForm: true },
  { name: 'payout form', path: apiPaths.insertPayoutDetails, schema: PayoutForm, isForm: true },
  { name: 'verify', path: apiPaths.verify },
  { name: 'xsrf', path: apiPaths.xsrf },
  { name: 'bank details', path: apiPaths.updateBankDetails },
  { name: 'resend', path: () => apiPaths.resendOnboardingLink(text(), pick([1, 2])) },
  { name: 'picture', path: () => apiPaths.profileImage(encodeURIComponent(text())) },
  { name: 'payout link', path: () => apiPaths.payoutLink(encodeURIComponent(text())) },
  { name: 'payout return', path: () => apiPaths.payoutReturn(encodeURIComponent(text())) },
  { name: 'logout', path: apiPaths.logout },
];

/** Values that are almost valid for some field, or for none. */
const texts = [
  'Nell Newby',
  '2025550123',
  '+1 2025550123',
  '29',
  '2',
  '1988',
  '31',
  '0',
  '-1',
  '1e3',
  '9'.repeat(400),
  '',
  ' ',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(4097),
  '\0',
  'a\0b',

  '🚚'.repeat(128),
  '\u202e',
  "'; drop table drivers; --",
  '<script>',
  'ada@kargo.example',
  'a.b.c',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  '__proto__',
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
const fileNames = [
  'a.png',
  'a.jpg',
  'A.JPEG',
  'a',
  '',
  '../../a.png',
  'a\0.png',
  `${'x'.repeat(300)}.png`,
];

/** The next driver continues after this number of calls, since forms are limited per driver. */
const callsPerDriver = 300;

/** Makes several calls at once for this time, signed in as one driver after the other. */
export async function fuzzSignedIn(minutes: number) {
  const counts = new Map<string, number>();
  const failures: string[] = [];
  const end = Date.now() + minutes * 60_000;

  async function work(): Promise<void> {
    while (Date.now() < end) {
      const caller = new ApiCaller(await addDriver());
      await caller.logIn();
      const signedIn = { ...caller.headers };
      for (let count = 0; count < callsPerDriver && Date.now() < end; count += 1) {
        const call = pick(calls);
        // Rarely, since the other calls need the session.
        if (call.name === 'logout' && Math.random() < 0.9) continue;
        caller.headers = { ...signedIn };
        if (Math.random() < 0.05) delete caller.headers[pick(Object.keys(signedIn))];
        const { init, shown } = requestOf(call);
        const answer = await caller.call(call.path(), init).catch((error: unknown) => error);
        const status = answer instanceof Response ? answer.status : `failed: ${answer}`;
        if (answer instanceof Response) await answer.body?.cancel();
        const what = `${call.name} ${status}`;
        counts.set(what, (counts.get(what) ?? 0) + 1);
        if (typeof status === 'string' || status >= 500) failures.push(`${what}: ${shown}`);
        if (call.name === 'logout' && status === 200) break;
      }
    }
  }

  await Promise.all([work(), work(), work()]);
  return { counts, failures };
}

/** A request with a body from the call's schema, valid except for some of its fields. */
function requestOf({ schema, isForm }: Call): { init: RequestInit; shown: string } {
  if (!schema) return { init: { redirect: 'manual' }, shown: '' };
  const fields = Object.entries(schema.properties).filter(() => Math.random() < 0.95);
  if (Math.random() < 0.1) fields.push([text(), {}]);
  if (Math.random() < 0.05) fields.push(...fields.slice(0, 1));
  if (isForm) {
    const body = new FormData();
    for (const [name, rule] of fields) {
      const isFile = 'format' in rule ? Math.random() < 0.95 : Math.random() < 0.02;
      if (isFile) body.append(name, new File([new Uint8Array(pick(files))], pick(fileNames)));
      else body.append(name, Math.random() < 0.7 ? rightFor(name) : text());
    }
    return {
      init: { method: 'POST', body },
      shown: JSON.stringify([...body].slice(0, 12)).slice(0, 500),
    };
  }
  const content = Object.fromEntries(
    fields.map(([name, rule]) => {
      if ('const' in rule && Math.random() < 0.9) return [name, rule.const];
      return [name, Math.random() < 0.8 ? text() : pick(values)];
    }),
  );
  const body = JSON.stringify(content);
  const headers = { 'content-type': 'application/json' };
  return { init: { method: 'POST', headers, body }, shown: body.slice(0, 500) };
}

const right: Record<string, string> = { name: 'Nell', ...payoutDetails };
const rightFor = (name: string) => right[name] ?? text();

const text = () => pick(texts);

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

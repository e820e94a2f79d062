import { relative } from 'node:path';
import { seconds } from '@kargo/commands/progress';
import { root, type Settings } from '@kargo/commands/settings';
import { asTable } from '@kargo/shared-types/as-table';
import { type SeededState, seededDrivers } from 'api/src/commands/seeded-drivers.ts';

const states: Record<SeededState, string> = {
  form: 'no payout form yet',
  pending: 'payout form done, bank details missing',
  done: 'payouts set up',
  disabled: 'payout account disabled',
  unapproved: 'not approved yet, cannot sign in',
};

export function printReady(settings: Settings): void {
  const { siteUrl, operators, mail, stripe, auth, dataFolder } = settings;
  const folder = relative(root, dataFolder) || '.';
  const places = [
    ['Site', siteUrl],
    ['Release board', `http://localhost:${operators.number}`],
    ...(mail ? [['Mail inbox', `http://localhost:${mail.page.number}`]] : []),
    ...(stripe ? [['Stripe stand-in', `http://localhost:${stripe.number}`]] : []),
    ['API documentation', `${siteUrl}/api/docs`],
    ['Data and logs', folder.startsWith('..') ? dataFolder : folder],
  ];
  console.log(`\nKargo is ready (${seconds(performance.now())})\n`);
  console.log(asTable(places, '  '));
  if (auth) {
    console.log('\n  Drivers\n');
    const drivers = seededDrivers.map(({ email, password, name, state }) => [
      email,
      password,
      `${name}: ${states[state]}`,
    ]);
    console.log(asTable(drivers, '  '));
  }
  console.log('\n  Mail a driver a link that signs in\n');
  console.log(`  ${magicLinkCommand(auth !== null)}`);
  const listings = ['IOS_APP_URL', 'ANDROID_APP_URL'].filter((name) => !process.env[name]);
  if (listings.length > 0) console.log(`\n  No store has the app yet: ${listings.join(', ')}`);
  console.log('\n  Ctrl-C stops everything.\n');
}

/** The command with the variables that select this installation, except the secret one. */
function magicLinkCommand(isSeeded: boolean): string {
  const variables = Object.entries(process.env)
    .filter(([name, value]) => /^KARGO_(?!NOTIFY_URL)/.test(name) && value)
    .map(([name, value = '']) => `${name}=${/^[\w./:-]+$/.test(value) ? value : quoted(value)}`);
  const email = (isSeeded && seededDrivers[0]?.email) || '<email>';
  return [...variables, 'npx -y pnpm@12 magic-link', email].join(' ');
}

const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`;

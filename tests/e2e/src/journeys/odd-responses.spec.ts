import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { sampleDriver, sampleDriverIn } from '@kargo/shared-types/api/sample-driver';
import { magicTokenParameter } from '@kargo/shared-types/page/magic-token-parameter';
import { paths } from '@kargo/shared-types/page/paths';
import type { Page, Route } from '@playwright/test';
import { closeMessage } from '../support/close-message.ts';
import { expect, sendLogin, storedSession, storeSession, test } from '../support/journey.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument } from '../support/picture.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';

// The page survives whatever the API answers to each call (spec section 7). `pnpm proof journeys`
// tries all odd responses with each; otherwise each gets a page, a slow response and a fifth of the
// others. How each is read: read-profile.test.ts, session-actions.test.ts, api-client.test.ts.

type Good = Record<string, unknown>;
type Answer = (route: Route, good: Good, page: Page) => Promise<void>;

const json =
  (change: (good: Good) => unknown): Answer =>
  (route, good) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify(change(good)) });

const eachField = (change: (value: unknown) => unknown) =>
  json((good) => Object.fromEntries(Object.entries(good).map(([name, it]) => [name, change(it)])));

const answers = {
  null: json(() => null),
  'no fields': json(() => ({})),
  'every field null': eachField(() => null),
  'numbers for texts': eachField((value) => (typeof value === 'string' ? 7 : value)),
  'texts for the rest': eachField((value) => (typeof value === 'string' ? value : 'text')),
  'a page': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Wi-Fi' }),
  'status 204': (route) => route.fulfill({ status: 204 }),
  'an empty body': (route) => route.fulfill({ contentType: 'application/json', body: '' }),
  'the start of a body': (route) => route.continue({ url: cutOff }),
  'an array': json((good) => [good]),
  'the fields in data': json((data) => ({ data })),
  'another content type': (route, good) =>
    route.fulfill({ contentType: 'text/plain', body: JSON.stringify(good) }),
  'a slow response': async (route, good, page) => {
    await page.locator('[data-testid=loading-overlay], [data-frame]').first().waitFor();
    await route.fulfill({ json: good });
  },
} satisfies Record<string, Answer>;
type AnswerName = keyof typeof answers;

/** Good responses in another form. */
const whole: AnswerName[] = ['another content type', 'a slow response'];
/** Only these make a call fail whose response is not used. */
const failures: AnswerName[] = ['a page', 'the start of a body'];

/** An address whose responses stop in the middle. */
let cutOff = '';
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{"name":"A', () => response.destroy());
});

test.beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cutOff = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(() => server.close());

test.beforeEach(({ consoleErrors }) => {
  consoleErrors.allow(/Failed to load profile:|Failed to fetch IP address:|Failed to sign in at/);
  consoleErrors.allow(/net::ERR_|Failed to load resource/);
});

const token = 'eyJhbGci.eyJzdWIi.a+b/c=';
const driver = { ...sampleDriver, stripe_error_token: token };
const all = (path: string) => `**${apiBasePath}${path}`;

const usual: AnswerName[] = ['a page', 'a slow response'];
/** The calls; each gets a different fifth of the odd responses. */
const called: string[] = Object.values(apiPaths).map((path) => path(token, 1));

function answersTo(path: string): AnswerName[] {
  const names = Object.keys(answers) as AnswerName[];
  const due = called.indexOf(path) % 5;
  return process.env.PROOF
    ? names
    : names.filter((name, at) => usual.includes(name) || at % 5 === due);
}

/** Gives a call all odd responses in turn. Each step should make the call once or twice. */
async function withEach(
  page: Page,
  call: { path: string; good: Good },
  step: (name: AnswerName, sent: () => Route[]) => Promise<void>,
): Promise<void> {
  let answer: Answer = answers.null;
  let sent: Route[] = [];
  await page.route(all(call.path), (route) => {
    sent.push(route);
    return answer(route, call.good, page);
  });
  for (const name of answersTo(call.path)) {
    answer = answers[name];
    sent = [];
    await test.step(name, () => step(name, () => sent));
    expect(sent.length, name).toBeGreaterThanOrEqual(1);
    expect(sent.length, name).toBeLessThanOrEqual(2);
  }
}

/** Stores this driver's session in each page opened from now on. */
async function assumeSession(page: Page, profile: Good | null = driver): Promise<void> {
  await storeSession(page, 'stored');
  if (profile) await answerVerify(page, profile);
}

const answerVerify = (page: Page, profile: Good) =>
  page.route(all(apiPaths.verify()), (route) => route.fulfill({ json: profile }));

/** Returns a counter of console messages about profiles that do not load. */
function countFailedLoads(page: Page): () => number {
  let count = 0;
  page.on('console', (message) => {
    if (message.text().startsWith('Failed to load profile:')) count += 1;
  });
  return () => {
    const counted = count;
    count = 0;
    return counted;
  };
}

/** Expects the profile, or what the specification says about one that does not load. */
async function expectLoad(page: Page, isGood: boolean, failedLoads: () => number): Promise<void> {
  if (isGood) {
    await expect(profileForm(page).save).toBeVisible();
    await expect(page).toHaveURL(paths.profile());
  } else {
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page).toHaveURL(paths.login());
    expect(await storedSession(page)).toBeNull();
  }
  expect(failedLoads()).toBe(isGood ? 0 : 1);
}

const drawable: AnswerName[] = [...whole, 'numbers for texts', 'texts for the rest'];

test('GET /verify', async ({ page }) => {
  await assumeSession(page, null);
  const failedLoads = countFailedLoads(page);
  await withEach(page, { path: apiPaths.verify(), good: driver }, async (name) => {
    await page.goto(paths.profile());
    await expectLoad(page, [...drawable, 'every field null'].includes(name), failedLoads);
  });
});

test('POST /driver/verify-magic-token', async ({ page }) => {
  const failedLoads = countFailedLoads(page);
  const call = { path: apiPaths.verifyMagicToken(), good: { ...driver, access_token: 'new' } };
  const link = `${paths.profile()}?${magicTokenParameter}=${token}`;
  await withEach(page, call, async (name, sent) => {
    await page.goto(`${link}).`);
    await expectLoad(page, drawable.includes(name), failedLoads);
    expect(sent()[0]?.request().postDataJSON().token).toBe(token);
    await page.evaluate(() => localStorage.clear());
  });
});

test('POST /login', async ({ page, driver: { email, password, ...rest } }) => {
  await answerVerify(page, driver);
  const call = {
    path: apiPaths.login(),
    good: { access_token: 'new', user: { name: 'Ada' } },
  };
  await page.goto(paths.login());
  await withEach(page, call, async (name) => {
    await sendLogin(page, { email, password, ...rest });
    if ([...whole, 'texts for the rest'].includes(name)) {
      await expect(page.getByText(/^You are logged in/)).toBeVisible();
      await expect(page).toHaveURL(paths.home());
      await page.evaluate(() => localStorage.clear());
      await page.goto(paths.login());
    } else {
      await closeMessage(page, 'Something went wrong!');
      await expect(page.getByLabel('Email')).toHaveValue(email);
      expect(await storedSession(page)).toBeNull();
    }
  });
});

for (const { call, state, button } of [
  {
    call: apiPaths.resendOnboardingLink(token, 1),
    state: 'pending',
    button: 'Resend Link',
  },
  { call: apiPaths.updateBankDetails(), state: 'done', button: 'Update Bank Details' },
] as const) {
  test(`GET ${call}`, async ({ page }) => {
    await assumeSession(page, { ...sampleDriverIn[state], stripe_error_token: token });
    await page.goto(paths.profile());
    await withEach(page, { path: call, good: { message: 'sent' } }, async (name) => {
      await page.getByRole('button', { name: button }).click();
      if (failures.includes(name)) await closeMessage(page, 'Error', 'Something went wrong!');
      else await closeMessage(page, 'Link sent successfully to your email address.');
    });
  });
}

test('POST /driver/profile/update', async ({ page }) => {
  await assumeSession(page);
  await page.goto(paths.profile());
  const form = profileForm(page);
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: identityDocument() };
  await form.image.setInputFiles(picture);
  await expect(page.getByRole('img', { name: 'Preview of me.png' })).toBeVisible();
  const pictures: AnswerName[] = [];
  await withEach(page, { path: apiPaths.updateProfile(), good: driver }, async (name, sent) => {
    await form.name.fill(name);
    await form.save.click();
    if (failures.includes(name)) await closeMessage(page, 'Error updating profile');
    else await expect(form.message('Saved')).toBeVisible();
    await expect(form.name).toHaveValue(name);
    if (sent()[0]?.request().postData()?.includes('me.png')) pictures.push(name);
  });
  expect(pictures).toEqual(answersTo(apiPaths.updateProfile()).slice(0, 1));
  await expect(page.getByRole('img', { name: 'Your profile image' })).toBeVisible();
});

test('POST /insert-payout-details', async ({ page }) => {
  await assumeSession(page);
  await page.goto(paths.profile());
  const card = payoutAccount(page);
  const call = { path: apiPaths.insertPayoutDetails(), good: { stripe_error_token: token } };
  await withEach(page, call, async (name) => {
    await card.fillIn();
    await card.chooseDocument('licence.png', identityDocument());
    await card.submit.click();
    if (failures.includes(name)) {
      await closeMessage(page, 'Error', 'Something went wrong!');
      await expect(page.getByText('licence.png', { exact: true })).toBeVisible();
    } else {
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await card.expectState('pending');
      await closeMessage(page, 'KYC Verification Completed');
      // The profile says that nothing was completed.
      await card.expectState('form');
    }
    if (!drawable.includes(name)) await card.expectEntriesKept();
  });
});

test('POST /logout', async ({ page }) => {
  await assumeSession(page);
  await withEach(page, { path: apiPaths.logout(), good: {} }, async (name) => {
    if (!page.url().endsWith(paths.about())) await page.goto(paths.about());
    await pressInProfileMenu(page, 'Logout');
    if (failures.includes(name)) {
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText("We couldn't log you out");
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    } else {
      await expect(page).toHaveURL(paths.login());
      expect(await storedSession(page)).toBeNull();
    }
  });
});

test('GET of the IP look-up', async ({ page }) => {
  await assumeSession(page);
  const sentIds: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(apiPaths.verify())) sentIds.push(request.headers()['x-device-id']);
  });
  await withEach(page, { path: apiPaths.ip(), good: { ip: '203.0.113.7' } }, async (name) => {
    await page.goto(paths.profile());
    await expect(profileForm(page).save).toBeVisible();
    const isKnown = [...whole, 'texts for the rest'].includes(name);
    expect(sentIds.splice(0), name).toEqual([isKnown ? '203.0.113.7' : undefined]);
  });
});

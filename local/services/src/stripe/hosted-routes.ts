import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ConnectedAccount, readDecision } from './connected-account.ts';
import { dashboardPage, deadEndPage, headersFor, onboardingPage } from './hosted-pages.ts';
import { secretText } from './new-id.ts';
import type { StripeApi } from './stripe-api.ts';
import type { HostedLink } from './stripe-state.ts';

type Fields = Record<string, string | undefined>;
type Request = { Params: { token: string }; Body: Fields };

interface Visit {
  link: HostedLink;
  account: ConnectedAccount;
  fields: Fields;
  end(): void;
}

const visitSeconds = 60 * 60;

/** Stripe's pages for people. A link opens once, for anybody, then leads to its refresh address. */
export async function hostedRoutes(
  app: FastifyInstance,
  { state, webhook, now }: StripeApi,
): Promise<void> {
  const { accounts, links, sessions } = state.content;

  app.addHook('onSend', async (_request, _reply, body) => {
    state.save();
    return body;
  });

  for (const folder of ['/setup', '/express']) {
    app.get<Request>(`${folder}/:token`, ({ params: { token } }, reply) => {
      const link = links[token];
      if (!link || link.isUsed || link.expiresAt <= now()) return leave(reply, link?.refreshUrl);
      link.isUsed = true;
      const visit = secretText();
      sessions[visit] = { ...link, expiresAt: now() + visitSeconds };
      return leave(reply, `${folder}/visit/${visit}`);
    });
  }

  onVisit('GET', '/setup', (reply, visit) => sendOnboarding(reply, visit));

  onVisit('POST', '/setup', (reply, visit) => {
    const { link, account, fields } = visit;
    if (fields.action === 'submit') {
      const bank = readBank(fields);
      if (!bank) return sendOnboarding(reply.code(400), visit, bankProblem);
      const disabledReason = readDecision(fields.decision);
      Object.assign(account, { bank, detailsSubmitted: true, disabledReason });
      webhook.tell(account);
    }
    visit.end();
    return leave(reply, fields.action === 'expire' ? link.refreshUrl : link.returnUrl);
  });

  onVisit('GET', '/express', (reply, { account }) =>
    reply.headers(headersFor()).send(dashboardPage(account)),
  );

  onVisit('POST', '/express', (reply, { account, fields }) => {
    const bank = readBank(fields);
    reply.headers(headersFor()).code(bank ? 200 : 400);
    if (!bank) return reply.send(dashboardPage(account, { problem: bankProblem }));
    account.bank = bank;
    webhook.tell(account);
    return reply.send(dashboardPage(account, { isSaved: true }));
  });

  function onVisit(
    method: 'GET' | 'POST',
    folder: string,
    answer: (reply: FastifyReply, visit: Visit) => FastifyReply,
  ): void {
    app.route<Request>({
      method,
      url: `${folder}/visit/:token`,
      handler({ params: { token }, body }, reply) {
        const link = sessions[token];
        const account = accounts[link?.accountId ?? ''];
        if (!link || !account || link.expiresAt <= now()) return leave(reply);
        const end = () => delete sessions[token];
        return answer(reply, { link, account, fields: body, end });
      },
    });
  }
}

function sendOnboarding(reply: FastifyReply, { account, link }: Visit, problem?: string) {
  const headers = headersFor(link.returnUrl, link.refreshUrl);
  return reply.headers(headers).send(onboardingPage(account, problem));
}

function leave(reply: FastifyReply, url = ''): FastifyReply {
  if (url) return reply.redirect(url, 303);
  return reply.code(410).headers(headersFor()).send(deadEndPage());
}

const bankProblem = 'Enter 9 digits as routing number and 4 to 17 digits as account number.';

function readBank({ routing = '', account = '' }: Fields) {
  const isUsable = /^\d{9}$/.test(routing) && /^\d{4,17}$/.test(account);
  return isUsable ? { last4: account.slice(-4) } : undefined;
}

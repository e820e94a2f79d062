import type { FastifyInstance, FastifyReply } from 'fastify';
import { findAccount } from './accounts-api.ts';
import { dashboardPage, deadEndPage, headersFor, onboardingPage } from './hosted-pages.ts';
import { secretText } from './new-id.ts';
import { readDecision } from './read-decision.ts';
import type { StripeApi } from './stripe-api.ts';
import type { HostedSession } from './stripe-state.ts';

type WithToken = { Params: { token: string }; Body: Record<string, string | undefined> };

/** How long a visit may last, in seconds. */
const visitSeconds = 60 * 60;

/**
 * The pages of Stripe that a person sees. A link opens one visit, whoever opens it: following it
 * again leads to its refresh address.
 */
export async function hostedRoutes(
  app: FastifyInstance,
  { state, webhook, now }: StripeApi,
): Promise<void> {
  const { links, sessions } = state.content;

  app.addHook('onSend', async (_request, _reply, body) => {
    state.save();
    return body;
  });

  for (const folder of ['/setup', '/express']) {
    app.get<WithToken>(`${folder}/:token`, ({ params: { token } }, reply) => {
      const link = links[token];
      if (!link) return deadEnd(reply);
      if (link.isUsed || link.expiresAt <= now()) return refresh(reply, link.refreshUrl);
      link.isUsed = true;
      const { accountId, returnUrl, refreshUrl } = link;
      const visit = secretText();
      sessions[visit] = {
        accountId,
        expiresAt: now() + visitSeconds,
        ...(returnUrl && { returnUrl }),
        ...(refreshUrl && { refreshUrl }),
      };
      return reply.redirect(`${folder}/visit/${visit}`, 303);
    });
  }

  app.get<WithToken>('/setup/visit/:token', ({ params: { token } }, reply) => {
    const visit = visitOf(token);
    if (!visit?.returnUrl) return deadEnd(reply);
    return sendOnboarding(reply, visit);
  });

  app.post<WithToken>('/setup/visit/:token', ({ params: { token }, body }, reply) => {
    const visit = visitOf(token);
    if (!visit?.returnUrl) return deadEnd(reply);
    if (body.action !== 'submit') {
      delete sessions[token];
      return body.action === 'expire'
        ? refresh(reply, visit.refreshUrl)
        : reply.redirect(visit.returnUrl, 303);
    }
    const bank = readBank(body);
    if (!bank) return sendOnboarding(reply.code(400), visit, bankProblem);
    const account = findAccount(state, visit.accountId);
    account.bank = bank;
    account.detailsSubmitted = true;
    account.disabledReason = readDecision(body.decision);
    webhook.tell('account.updated', account);
    delete sessions[token];
    return reply.redirect(visit.returnUrl, 303);
  });

  app.get<WithToken>('/express/visit/:token', ({ params: { token } }, reply) => {
    const visit = visitOf(token);
    if (!visit) return deadEnd(reply);
    const account = findAccount(state, visit.accountId);
    return reply.headers(headersFor([])).send(dashboardPage(account));
  });

  app.post<WithToken>('/express/visit/:token', ({ params: { token }, body }, reply) => {
    const visit = visitOf(token);
    if (!visit) return deadEnd(reply);
    const account = findAccount(state, visit.accountId);
    const bank = readBank(body);
    const outcome = bank ? { isSaved: true } : { problem: bankProblem };
    if (bank) {
      account.bank = bank;
      webhook.tell('account.updated', account);
    }
    return reply
      .code(bank ? 200 : 400)
      .headers(headersFor([]))
      .send(dashboardPage(account, outcome));
  });

  function visitOf(token: string): HostedSession | undefined {
    const visit = sessions[token];
    const isThere = visit && visit.expiresAt > now() && visit.accountId in state.content.accounts;
    return isThere ? visit : undefined;
  }

  function sendOnboarding(reply: FastifyReply, visit: HostedSession, problem?: string) {
    const leadsTo = [visit.returnUrl, visit.refreshUrl].filter((url) => url !== undefined);
    const account = findAccount(state, visit.accountId);
    return reply.headers(headersFor(leadsTo)).send(onboardingPage(account, problem));
  }
}

function refresh(reply: FastifyReply, refreshUrl: string | undefined) {
  return refreshUrl ? reply.redirect(refreshUrl, 303) : deadEnd(reply);
}

function deadEnd(reply: FastifyReply) {
  return reply.code(410).headers(headersFor([])).send(deadEndPage());
}

const bankProblem = 'Enter 9 digits as routing number and 4 to 17 digits as account number.';

function readBank({ routing = '', account = '' }: WithToken['Body']) {
  const isUsable = /^\d{9}$/.test(routing) && /^\d{4,17}$/.test(account);
  return isUsable ? { routing, last4: account.slice(-4) } : undefined;
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { ErrorBody } from '@kargo/shared-types/api/error';
import {
  PayoutFields,
  PayoutForm,
  PayoutResponse,
  ResendParams,
} from '@kargo/shared-types/api/payout';
import { documentSentences } from '@kargo/shared-types/forms/payout-form';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { recordingRefusal } from '../audit/audit.ts';
import { clientAddress, limitsOf, tokenInPath } from '../plugins/rate-limit.ts';
import { repeat } from '../plugins/repeat.ts';
import type { Services } from '../services.ts';
import {
  type DriverSession,
  driverIn,
  requireOpenToChange,
  requireSession,
} from '../sessions/require-session.ts';
import { readUploadForm } from '../uploads/read-upload-form.ts';
import { checkIdentityDocument } from './check-identity-document.ts';
import { checkPayoutDetails } from './check-payout-details.ts';
import { sendDueMails } from './payout-mails.ts';
import { orderMail, orderMailByToken } from './repository.ts';
import { submitPayoutDetails } from './submit-payout-details.ts';

/** Interval at which mails that are due are sent. */
const retryMailsMs = 15_000;

/** Calls 4, 5 and 7 of spec section 7. */
export const payoutRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { env, db, stripe } = services;
  const limit = limitsOf(db, env.PAYOUT_LIMIT_WINDOW_SECONDS);
  const driverOf = driverIn(services);
  const sendMails = repeat(app, retryMailsMs, (signal) => sendDueMails(services, app.log, signal));
  const isConfigured = stripe !== undefined && env.SMTP_URL !== undefined;

  app.post(
    apiPaths.insertPayoutDetails(),
    {
      schema: {
        tags: ['payout'],
        summary: 'Set up payouts: who the driver is, with an identity document',
        security: [{ accessToken: [] }],
        consumes: ['multipart/form-data'],
        body: PayoutForm,
        response: { 200: PayoutResponse, '4xx': ErrorBody },
      },
      preHandler: limit('payout form of', env.PAYOUT_FORM_LIMIT_PER_DRIVER, driverOf),
      // Only documentation: the form is read as a stream and checked by checkPayoutDetails.
      validatorCompiler: () => () => true,
    },
    async (request) => {
      const session = await requireSession(services, request);
      if (!stripe || !isConfigured) throw notConfigured();
      const stripe_error_token = await receiveForm({ db, stripe }, request, session);
      sendMails();
      return { stripe_error_token };
    },
  );

  app.get(
    apiPaths.anyResendOnboardingLink(),
    {
      schema: {
        tags: ['payout'],
        summary: 'Mail a new onboarding link; 404 for a token that is cut off or unknown',
        params: ResendParams,
        response: { 204: Type.Null(), '4xx': ErrorBody },
      },
      exposeHeadRoute: false,
      onRequest: limit('payout mail from', env.PAYOUT_MAIL_LIMIT_PER_ADDRESS, clientAddress),
      preHandler: limit('payout mail by', env.PAYOUT_MAIL_LIMIT_PER_ACCOUNT, tokenInPath),
    },
    async (request, reply) => {
      if (!isConfigured) throw notConfigured();
      const { token, mode } = request.params;
      const reason = mode === '2' ? 'disabled' : 'unfinished';
      // Postgres refuses texts that contain a NUL.
      const isKnown = !token.includes('\0') && (await orderMailByToken(db, token, reason));
      // This reveals nothing: a token has 256 random bits, so it cannot be guessed.
      if (!isKnown) throw new ApiError('not_found', 'This link is incomplete.');
      sendMails();
      return reply.code(204).send(null);
    },
  );

  app.get(
    apiPaths.updateBankDetails(),
    {
      schema: {
        tags: ['payout'],
        summary: 'Mail a link to the page where bank details are changed',
        security: [{ accessToken: [] }],
        response: { 204: Type.Null(), '4xx': ErrorBody },
      },
      exposeHeadRoute: false,
      preHandler: limit('payout mail to', env.PAYOUT_MAIL_LIMIT_PER_ACCOUNT, driverOf),
    },
    async (request, reply) => {
      const session = await requireSession(services, request);
      if (!isConfigured) throw notConfigured();
      await orderBankDetailsLink(db, session);
      sendMails();
      return reply.code(204).send(null);
    },
  );
};

/** Reads and checks the form of call 7, and sends it to Stripe. A refusal is recorded. */
const receiveForm = (
  { db, stripe }: { db: Services['db']; stripe: NonNullable<Services['stripe']> },
  request: FastifyRequest,
  session: DriverSession,
) =>
  recordingRefusal(db, request, 'payout_form', async (subject) => {
    subject.driverId = session.driver.id;
    const { texts, file } = await readUploadForm(request, PayoutFields, 'docs');
    // First, because the following texts are not read.
    if (file?.isTooLarge) throw new ApiError('document_too_large', documentSentences.size);
    const details = checkPayoutDetails(texts);
    const document = await checkIdentityDocument(file, session.driver.id);
    return submitPayoutDetails({ db, stripe, source: request }, session, { details, document });
  });

const orderBankDetailsLink = (db: Services['db'], session: DriverSession) =>
  db.transaction().execute(async (trx) => {
    const driver = await requireOpenToChange(trx, session);
    if (!driver.onboarding_completed) {
      throw new ApiError('payouts_not_ready', 'Finish setting up payouts first.');
    }
    await orderMail(trx, driver.id, 'bank_details');
  });

const notConfigured = () => new ApiError('unavailable', 'Payouts are not available at the moment.');

import { buildApp } from '../app.ts';
import { connect, limitsOfCalls } from '../database/connect.ts';
import { callsOf, type Headers } from './calls-of.ts';
import { profileImage, profileTexts } from './multipart-form.ts';
import { pictureOfDocument } from './payout-form.ts';
import { startTestApi } from './start-test-api.ts';
import { startWire } from './start-wire.ts';

/** In the same order as the limits in production, but shorter. */
export const shortLimits = {
  ...limitsOfCalls,
  connectionTimeoutMillis: 500,
  statement_timeout: 600,
  query_timeout: 900,
};

/** Starts two APIs on one database: `direct`, and one over a network that can be broken. */
export async function startApiOverWire() {
  const direct = await startTestApi();
  const url = new URL(direct.env.DATABASE_URL);
  const wire = await startWire(Number(url.port));
  url.port = `${wire.port}`;
  url.searchParams.set('application_name', 'cut');
  const db = connect(url.href, { limits: shortLimits });
  const app = await buildApp({ ...direct, db, stripe: undefined });
  app.addHook('onClose', () => db.destroy());
  const { headers } = await direct.addSignedInDriver();
  const calls = callsOf(app);
  const withPicture = [...profileTexts, ...profileImage(await pictureOfDocument('png'))];
  return {
    direct,
    wire,
    db,
    app,
    ...calls,
    call: () => calls.get('/verify', { headers }),
    save: (headers: Headers, hasPicture = false) =>
      calls.postForm('/driver/profile/update', hasPicture ? withPicture : profileTexts, headers),
    async stop() {
      wire.heal();
      await app.close();
      await wire.stop();
      await direct.stop();
    },
  };
}

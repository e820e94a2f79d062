import { type Static, Type } from 'typebox';
import { Closed } from './closed.ts';

/**
 * Text fields of call 7, `POST /insert-payout-details`; the document is the file `docs`. Names are
 * trimmed, dates have no leading zeros ("5"), and `phone` matches `payoutPhonePattern`.
 */
export const PayoutFields = Closed({
  first_name: Type.String(),
  last_name: Type.String(),
  phone: Type.String(),
  day: Type.String(),
  month: Type.String(),
  year: Type.String(),
});
export type PayoutFields = Static<typeof PayoutFields>;

/** Call 7 as a multipart form, for its documentation. */
export const PayoutForm = Closed({
  ...PayoutFields.properties,
  /** The file, JPEG or PNG, of at most `maxUpload`. */
  docs: Type.String({ format: 'binary' }),
});

/** Response of call 7: the token that asks for links. Nobody reads responses of calls 4 and 5. */
export const PayoutResponse = Type.Object({ stripe_error_token: Type.String() });
export type PayoutResponse = Static<typeof PayoutResponse>;

/** Parameters in the path of calls 4 and 5, `GET /resend-onboarding-link/:token/:mode`. */
export const ResendParams = Type.Object({
  token: Type.String(),
  /** A `ResendMode`. */
  mode: Type.Enum(['1', '2']),
});

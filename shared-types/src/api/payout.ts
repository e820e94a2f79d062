import { type Static, Type } from 'typebox';

/**
 * Text fields of call 7, `POST /insert-payout-details`; beside them, in the multipart form, goes the
 * identity document as the file `docs`. The date of birth travels in parts, as plain
 * numbers without leading zeros ("5", "3", "2008"); names are trimmed; the phone number is as
 * `payoutPhonePattern` has it.
 */
export const PayoutFields = Type.Object(
  {
    first_name: Type.String(),
    last_name: Type.String(),
    phone: Type.String(),
    day: Type.String(),
    month: Type.String(),
    year: Type.String(),
  },
  { additionalProperties: false },
);
export type PayoutFields = Static<typeof PayoutFields>;

/** Call 7 as a multipart form, for its documentation. */
export const PayoutForm = Type.Object(
  {
    ...PayoutFields.properties,
    /** The file, JPEG or PNG, at most 2 MB. */
    docs: Type.String({ format: 'binary' }),
  },
  { additionalProperties: false },
);

/**
 * Answer of call 7: the token that asks for new links from now on. Calls 4 and 5, which mail a
 * link, are answered without a body that anybody reads.
 */
export const PayoutResponse = Type.Object({ stripe_error_token: Type.String() });
export type PayoutResponse = Static<typeof PayoutResponse>;

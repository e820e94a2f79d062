import { type Static, Type } from 'typebox';

/** Written into every page as a JSON block, so nothing in it is secret. */
export const PublicConfiguration = Type.Object({
  /** Base of the product API: a path, or an absolute URL. */
  apiBase: Type.String(),
  /** Responds with the JSON `{ "ip": "…" }` (spec section 7, call 9). */
  ipLookupUrl: Type.String(),
  /** Project configuration of the identity provider; null when sign-in is not configured. */
  firebase: Type.Union([
    Type.Object({
      apiKey: Type.String(),
      authDomain: Type.Optional(Type.String()),
      projectId: Type.String(),
      storageBucket: Type.Optional(Type.String()),
      messagingSenderId: Type.Optional(Type.String()),
      appId: Type.Optional(Type.String()),
      measurementId: Type.Optional(Type.String()),
      /** Origin of the local Auth emulator; never set in production. */
      authEmulatorUrl: Type.Optional(Type.String()),
    }),
    Type.Null(),
  ]),
  contactEmail: Type.String(),
  contactPhone: Type.String(),
  /** Store listings; null falls back to the landing page's call to action. */
  iosAppUrl: Type.Union([Type.String(), Type.Null()]),
  androidAppUrl: Type.Union([Type.String(), Type.Null()]),
  /** Profiles on other sites, by the kind of site. */
  socialUrls: Type.Object({
    photos: Type.Optional(Type.String()),
    chat: Type.Optional(Type.String()),
    films: Type.Optional(Type.String()),
    work: Type.Optional(Type.String()),
  }),
  /** How long a release's scripts may send nothing, in milliseconds; the shell has a default. */
  scriptSilenceMs: Type.Optional(Type.Number()),
});
export type PublicConfiguration = Static<typeof PublicConfiguration>;

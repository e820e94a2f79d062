import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import type { Env } from '../env.ts';

/** Returns the public part of the environment. */
export function publicConfiguration(env: Env): PublicConfiguration {
  return {
    apiBase: env.API_BASE,
    ipLookupUrl: env.IP_LOOKUP_URL,
    firebase: firebaseConfiguration(env),
    contactEmail: env.CONTACT_EMAIL,
    contactPhone: env.CONTACT_PHONE,
    iosAppUrl: env.IOS_APP_URL ?? null,
    androidAppUrl: env.ANDROID_APP_URL ?? null,
    socialUrls: {
      photos: env.SOCIAL_PHOTOS_URL,
      chat: env.SOCIAL_CHAT_URL,
      films: env.SOCIAL_FILMS_URL,
      work: env.SOCIAL_WORK_URL,
    },
    scriptSilenceMs: env.SCRIPT_SILENCE_MS,
  };
}

function firebaseConfiguration(env: Env): PublicConfiguration['firebase'] {
  if (!env.FIREBASE_API_KEY || !env.FIREBASE_PROJECT_ID) return null;
  // JSON leaves out undefined values.
  return {
    apiKey: env.FIREBASE_API_KEY,
    projectId: env.FIREBASE_PROJECT_ID,
    authDomain: env.FIREBASE_AUTH_DOMAIN,
    storageBucket: env.FIREBASE_STORAGE_BUCKET,
    messagingSenderId: env.FIREBASE_MESSAGING_SENDER_ID,
    appId: env.FIREBASE_APP_ID,
    measurementId: env.FIREBASE_MEASUREMENT_ID,
    authEmulatorUrl: env.FIREBASE_AUTH_EMULATOR_URL,
  };
}

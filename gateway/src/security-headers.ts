import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';

/** Features of the browser that no page of the site uses, denied to whatever ends up in one. */
const deniedFeatures = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Parameters of an address that let whoever reads them act for the visitor. */
const secretParameter = /[?&](?:magic_token|token)=/i;

/** Headers that every answer carries. */
export async function securityHeaders(app: FastifyInstance, env: Env): Promise<void> {
  const isHttps = env.SITE_URL.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(env) },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  const permissionsPolicy = deniedFeatures.map((feature) => `${feature}=()`).join(', ');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (secretParameter.test(request.url)) reply.header('referrer-policy', 'no-referrer');
  });
}

/**
 * Leaves the content security policy to the API, whose documentation page needs one of its own.
 * For the `helmet` option of a route.
 */
export const withoutContentSecurityPolicy: FastifyHelmetOptions = { contentSecurityPolicy: false };

/**
 * Emotion leaves empty style elements in the page and writes its rules through the CSSOM, which the
 * policy does not concern. This is the hash of nothing.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Directives for helmet; exported for its test. */
export function contentSecurityPolicy(env: Env): Record<string, string[]> {
  const development = [...env.KARGO_DEV_APPS.values()];
  const developmentSockets = development.map((origin) => origin.replace(/^http/, 'ws'));
  const api = originsOf(env.API_BASE);
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...development],
    // Hot reload puts styles into the page; a hash beside 'unsafe-inline' would switch it off.
    styleSrc: [
      "'self'",
      ...(development.length ? ["'unsafe-inline'", ...development] : [emptyStyle]),
    ],
    connectSrc: [
      "'self'",
      ...api,
      ...originsOf(env.IP_LOOKUP_URL),
      ...identityProviderOrigins(env),
      ...development,
      ...developmentSockets,
    ],
    imgSrc: ["'self'", 'data:', 'blob:', ...api, ...development],
    fontSrc: ["'self'", ...development],
    mediaSrc: ["'self'", ...development],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(env.SITE_URL.startsWith('https:') ? { upgradeInsecureRequests: [] } : {}),
  };
}

function identityProviderOrigins(env: Env): string[] {
  if (!env.FIREBASE_API_KEY) return [];
  if (env.FIREBASE_AUTH_EMULATOR_URL) return [env.FIREBASE_AUTH_EMULATOR_URL];
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
}

/** The origin of an absolute URL; none for a path, which is 'self'. */
function originsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : [];
}

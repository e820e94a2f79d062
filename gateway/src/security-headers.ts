import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';

/** Features of the browser that no page of the site uses, denied to whatever ends up in one. */
const deniedFeatures = [
  'accelerometer',
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

/** Value of the Permissions-Policy header of pages. */
export const permissionsPolicy = deniedFeatures.map((feature) => `${feature}=()`).join(', ');

/** Names of parameters that let whoever reads an address act for the visitor. */
const secretParameter = /^(?:magic_)?token/i;

/** Headers of every answer; a route's `helmet` option may change them. */
export async function securityHeaders(app: FastifyInstance, env: Env): Promise<void> {
  const isHttps = env.SITE_URL.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(env) },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: isHttps && {
      maxAge: 31_536_000,
      includeSubDomains: env.HSTS_INCLUDE_SUBDOMAINS,
    },
    // Of browsers that are gone, or implied by the policy above. Over HTTP/1.1 they would travel
    // with each of a page's many files.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    const names = Object.keys(request.query ?? {});
    if (names.some((name) => secretParameter.test(name))) {
      reply.header('referrer-policy', 'no-referrer');
    }
  });
}

/**
 * The `helmet` option of routes whose answers come from the API: it sends the policy that its
 * documentation page needs.
 */
export const headersOfApi: FastifyHelmetOptions = { contentSecurityPolicy: false };

/** The `helmet` option of routes that send files: parts of pages, which are not pages themselves. */
export const headersOfFiles: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  // Another site may use these releases while somebody works on one of its apps.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
  referrerPolicy: false,
  frameguard: false,
};

/**
 * Emotion leaves empty style elements in the page and writes its rules through the CSSOM, which the
 * policy does not concern. This is the hash of nothing.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Directives of the policy, as helmet takes them. */
function contentSecurityPolicy(env: Env): Record<string, string[]> {
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
    // Addresses of scripts pass through the shell's policy; hot reload has none.
    ...(development.length
      ? {}
      : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['kargo-release'] }),
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

import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Env } from '../env.ts';

/** Browser features that the site does not use. */
const permissionsPolicy = [
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=()',
  'magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()',
].join(', ');

/** Names of parameters with secrets, which anyone who sees such an address can use. */
const secretParameter = /^(?:(?:magic_)?token|kargo-preview)/i;

/** Whether the address of a request contains a secret. */
export const hasSecret = ({ query }: FastifyRequest): boolean =>
  Object.keys(query ?? {}).some((name) => secretParameter.test(name));

/** The kind of a route's responses. The default, pages, has the strictest headers. */
type Sent = 'pages' | 'files' | 'apiResponses';

declare module 'fastify' {
  interface FastifyContextConfig {
    sends?: Sent;
  }
}

/**
 * Sets the headers of every response. Unless a route says otherwise, no cache may keep anything:
 * some keep responses without directives, and Fastly obeys `private` but not `no-store`.
 */
export function securityHeaders(app: FastifyInstance, env: Env): void {
  const headers = headersBySent(env);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('cache-control', 'private, no-store');
    reply.headers(headers[request.routeOptions.config.sends ?? 'pages']);
    if (hasSecret(request)) reply.header('referrer-policy', 'no-referrer');
    next();
  });
}

/** Returns the headers that Helmet makes of our settings, by kind of content. */
export function headersBySent(env: Env): Record<Sent, OutgoingHttpHeaders> {
  const isHttps = env.SITE_URL.startsWith('https:');
  const ofSite = {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(env) },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: isHttps && {
      maxAge: 31_536_000,
      includeSubDomains: env.HSTS_INCLUDE_SUBDOMAINS,
    },
    // These are for old browsers, or implied by the policy above.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  } satisfies HelmetOptions;
  // Pages run no script without a hash. Scripts of development servers change all the time.
  const integrityPolicy = env.KARGO_DEV_APPS.size === 0 && {
    'integrity-policy': 'blocked-destinations=(script)',
  };
  return {
    pages: {
      ...headersOf(ofSite),
      'permissions-policy': permissionsPolicy,
      ...integrityPolicy,
    },
    files: headersOf({ ...ofSite, ...forFiles }),
    // The API sends the policy of its documentation page itself.
    apiResponses: headersOf({ ...ofSite, contentSecurityPolicy: false }),
  };
}

function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => {});
  return response.getHeaders();
}

const forFiles = {
  contentSecurityPolicy: {
    useDefaults: false,
    // Firefox applies the policy to styles in the SVG drawings of a page.
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // A page of another origin loads these files while an app is developed inside it.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
  referrerPolicy: false,
  frameguard: false,
} satisfies HelmetOptions;

/** Hash of the empty text: Emotion fills empty styles by the CSSOM, which the policy allows. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

function contentSecurityPolicy(env: Env): Record<string, string[]> {
  const development = [...env.KARGO_DEV_APPS.values()];
  const developmentSockets = development.map((origin) => origin.replace(/^http/, 'ws'));
  const api = originsOf(env.API_BASE);
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...development],
    // Hot reload adds style elements; a hash would disable 'unsafe-inline'.
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
    // The shell defines the trusted types policy for script addresses; hot reload defines none.
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

/** Returns the origin of an absolute URL; none for a path, which 'self' covers. */
function originsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : [];
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/** What a route sends. By default it has the headers of pages, which are the strictest. */
type Sent = 'pages' | 'files' | 'apiResponses';

declare module 'fastify' {
  interface FastifyContextConfig {
    sends?: Sent;
  }
}

/**
 * Sets the headers of every response. Unless a route says otherwise, no cache may keep anything: some caches
 * keep responses without directives, and Fastly obeys `private` but not `no-store`.
 */
export function securityHeaders(app: FastifyInstance, env: Env): void {
  const headers = headersBySent(env);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('cache-control', 'private, no-store');
    reply.headers(headers[request.routeOptions.config.sends ?? 'pages']);
    if (hasSecret(request)) {
      reply.header('referrer-policy', 'no-referrer');
    }
    next();
  });
}

/** Returns the security headers by kind of content. The API sends the policy of its own pages. */
export function headersBySent(env: Env): Record<Sent, Record<string, string>> {
  const subdomains = env.HSTS_INCLUDE_SUBDOMAINS ? '; includeSubDomains' : '';
  const ofAll = {
    'x-content-type-options': 'nosniff',
    ...(isHttps(env) && { 'strict-transport-security': `max-age=31536000${subdomains}` }),
  };
  const ofSite = {
    ...ofAll,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
  };
  return {
    pages: {
      ...ofSite,
      'content-security-policy': pagePolicy(env),
      'permissions-policy': permissionsPolicy,
      // Pages run no script without a hash. Scripts of development servers change all the time.
      ...(env.KARGO_DEV_APPS.size === 0 && {
        'integrity-policy': 'blocked-destinations=(script)',
      }),
    },
    files: {
      ...ofAll,
      // Firefox applies the policy to styles in the SVG drawings of a page.
      'content-security-policy':
        "default-src 'none';style-src 'unsafe-inline';base-uri 'none';frame-ancestors 'none'",
      // A page of another origin loads these files while an app is developed inside it.
      'cross-origin-resource-policy': 'cross-origin',
    },
    apiResponses: ofSite,
  };
}

const isHttps = ({ SITE_URL }: Env) => SITE_URL.startsWith('https:');

/** Hash of the empty text: Emotion fills empty style elements through the CSSOM, which the policy allows. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Returns the Content-Security-Policy of pages. */
function pagePolicy(env: Env): string {
  const development = [...env.KARGO_DEV_APPS.values()];
  const isDeveloped = development.length > 0;
  const developmentSockets = development.map((origin) => origin.replace(/^http/, 'ws'));
  const api = originsOf(env.API_BASE);
  const called = [...api, ...originsOf(env.IP_LOOKUP_URL), ...identityProviderOrigins(env)];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...development],
    // Hot reload adds style elements; a hash would disable 'unsafe-inline'.
    'style-src': ["'self'", ...(isDeveloped ? ["'unsafe-inline'", ...development] : [emptyStyle])],
    'connect-src': ["'self'", ...called, ...development, ...developmentSockets],
    'img-src': ["'self'", 'data:', 'blob:', ...api, ...development],
    'font-src': ["'self'", ...development],
    'media-src': ["'self'", ...development],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // The shell defines the trusted types policy for script addresses; hot reload defines none.
    ...(!isDeveloped && {
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['kargo-release'],
    }),
    ...(isHttps(env) && { 'upgrade-insecure-requests': [] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}

function identityProviderOrigins(env: Env): string[] {
  if (!env.FIREBASE_API_KEY) return [];
  if (env.FIREBASE_AUTH_EMULATOR_URL) return [env.FIREBASE_AUTH_EMULATOR_URL];
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
}

/** Returns the origin of an absolute URL; nothing for a path, which 'self' covers. */
function originsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : [];
}

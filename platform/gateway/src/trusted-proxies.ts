import proxyAddr from '@fastify/proxy-addr';
import type { Env } from './env.ts';

/** Whether an address is one of those whose `X-Forwarded-For` is believed. */
export function trustedProxies({ TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>) {
  if (typeof TRUST_PROXY === 'boolean') return () => TRUST_PROXY;
  const isTrusted = proxyAddr.compile(TRUST_PROXY.split(',').map((range) => range.trim()));
  return (address: string): boolean => isTrusted(address, 0);
}

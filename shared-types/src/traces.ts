/** Whether OpenTelemetry's standard variables ask for traces. */
export function isTraced(env: Partial<Record<string, string>>): boolean {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_SDK_DISABLED: isDisabled } = env;
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return Boolean(exporter || endpoint) && exporter !== 'none' && isDisabled !== 'true';
}

const ofUrl = ['url.full', 'url.path', 'url.query'];
const ofCaller = ['client.address', 'network.peer.address', 'user_agent.original'];
const withheld = Object.fromEntries([...ofUrl, ...ofCaller].map((name) => [name, undefined]));

/** Removes from a span what may contain tokens, or identifies the client. */
export const withhold = () => withheld;

/** Settings for the instrumentation of HTTP. */
export const httpSpans = {
  ignoreIncomingRequestHook: ({ url = '' }) => /^\/(healthz|readyz|metrics)$/.test(url),
  startIncomingSpanHook: withhold,
  startOutgoingSpanHook: withhold,
  requireParentforOutgoingSpans: true,
};

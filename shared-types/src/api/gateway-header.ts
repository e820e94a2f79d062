/** Carries `GATEWAY_SECRET`, which proves to the API that a request is the gateway's. */
export const gatewayHeader = 'x-kargo-gateway';

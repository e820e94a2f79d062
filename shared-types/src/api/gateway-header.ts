/** Header by which the gateway proves to the API that it is the gateway: the value of `GATEWAY_SECRET`. */
export const gatewayHeader = 'x-kargo-gateway';

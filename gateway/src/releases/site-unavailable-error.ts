/** There is no shell to serve; visitors read the message. */
export class SiteUnavailableError extends Error {}

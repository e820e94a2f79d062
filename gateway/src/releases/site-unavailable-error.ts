/** Thrown while there is nothing to make pages of; the message is for the visitor. */
export class SiteUnavailableError extends Error {}

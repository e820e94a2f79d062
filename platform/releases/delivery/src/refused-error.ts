/** A release may not be served. The message has one sentence per problem, each on a line. */
export class RefusedError extends Error {}

/** It may be served as soon as other apps are released with it. */
export class PartnerMissingError extends RefusedError {}

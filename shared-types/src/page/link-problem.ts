/** Shown instead of the API's error when a link from a mail or from Stripe leads nowhere. */
export interface LinkProblem {
  heading: string;
  sentence: string;
  /** Text and address of the next step; without an address the link is tried again. */
  action: string;
  address: string;
  /** A line with the request's id if a response of 500 or above was replaced; else empty. */
  reference?: string;
}

/** Id of its JSON block, which only such a page has. */
export const linkProblemBlock = 'kargo-link-problem';

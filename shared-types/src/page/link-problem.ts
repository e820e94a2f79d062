/** What a page says in place of an error of the API, when a link from a mail or from Stripe leads nowhere. */
export interface LinkProblem {
  heading: string;
  sentence: string;
  /** Text and address of the next step; without an address the link is tried again. */
  action: string;
  address: string;
}

/** Id of the JSON block with it, which only such a page has. */
export const linkProblemBlock = 'kargo-link-problem';

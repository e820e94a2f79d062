import { button } from '@kargo/shared-runtime/styles';
import {
  linkProblemBlock,
  type LinkProblem as Problem,
} from '@kargo/shared-types/page/link-problem';
import { linkProblemTexts } from '@kargo/shared-types/releases/release-addresses';
import { useState } from 'react';
import { Interruption } from './Interruption.tsx';
import { NotFound } from './NotFound.tsx';
import { PageTitle } from './PageTitle.tsx';
import { siteName } from './routes.ts';

/** Says in the gateway's words why a link from a mail or from Stripe led nowhere. */
export function LinkProblem() {
  const [problem] = useState(readProblem);
  if (!problem) return <NotFound />;
  const { heading, sentence, action, address, reference } = problem;
  return (
    <>
      <PageTitle>{`${heading} – ${siteName}`}</PageTitle>
      <Interruption
        heading={heading}
        actions={
          // Not the router's link: an empty address loads this page again.
          <a className={button()} href={address}>
            {action}
          </a>
        }
      >
        <span>{sentence}</span>
        <br />
        <span>{reference}</span>
      </Interruption>
    </>
  );
}

/** In a prerendered page the texts are placeholders that the gateway replaces. */
function readProblem(): Problem | null {
  if (typeof document === 'undefined') return linkProblemTexts;
  const block = document.getElementById(linkProblemBlock);
  return block?.textContent ? JSON.parse(block.textContent) : null;
}

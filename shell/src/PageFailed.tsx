import { button } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { Interruption } from './Interruption.tsx';
import { Page } from './Page.tsx';
import { PageTitle } from './PageTitle.tsx';

/**
 * Replaces the whole page when something outside the screens fails. That may be the header or the
 * footer, so it shows only their logo, and both buttons reload the document.
 */
export function PageFailed() {
  return (
    <Page name="PageFailed" path={null} layout="hidden-but-logo">
      <PageTitle>Something went wrong – Kargo</PageTitle>
      <Interruption
        heading="This page stopped working"
        actions={
          <>
            <button type="button" className={button()} onClick={() => window.location.reload()}>
              Reload
            </button>
            <a className={button({ variant: 'outline' })} href={paths.home()}>
              Go to home
            </a>
          </>
        }
      >
        Something went wrong on our side. Please try again in a moment.
      </Interruption>
    </Page>
  );
}

import type { UploadRefused } from '@kargo/shared-types/page/upload-refused';
import { report } from './report.ts';

const uploadRefused: UploadRefused = 'kargo-upload-refused';

/** Programs that visit the site are no visitors. */
const isOneInTen = () => !navigator.webdriver && Math.random() < 0.1;

/**
 * Reports what fails outside of screens from now on, and how fast the page was.
 *
 * @param isMeasured decides whether this visit is measured
 */
export function startReporting(isMeasured = isOneInTen): void {
  for (const type of ['error', 'securitypolicyviolation', uploadRefused])
    addEventListener(type, (event) => report((it) => it.happened(event)));
  const { pathname } = location;
  if (isMeasured())
    (window.requestIdleCallback ?? setTimeout)(() => report((it) => it.measure(pathname)));
}

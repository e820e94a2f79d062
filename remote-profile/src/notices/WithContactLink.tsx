import { getConfiguration } from 'shared-runtime/configuration';
import { Link } from 'shared-runtime/ui';

/** A sentence in which our e-mail address, where it stands, can be followed. */
export function WithContactLink({ children }: { children: string }) {
  const { contactEmail } = getConfiguration();
  const [before, after] = children.split(contactEmail, 2);
  if (after === undefined) return children;
  return (
    <>
      {before}
      <Link href={`mailto:${contactEmail}`} display="inline" overflowWrap="anywhere">
        {contactEmail}
      </Link>
      {after}
    </>
  );
}

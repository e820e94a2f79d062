import { useContact } from '@kargo/shared-runtime/configuration';
import { Link } from '@kargo/shared-runtime/ui';

/** A sentence with our e-mail address, as a link, in the place of `{contactEmail}`. */
export function WithContactLink({ children }: { children: string }) {
  const { contactEmail } = useContact();
  const [before, after] = children.split('{contactEmail}', 2);
  if (after === undefined) return <span>{children}</span>;
  return (
    <span>
      <span>{before}</span>
      <Link href={`mailto:${contactEmail}`} display="inline" overflowWrap="anywhere">
        {contactEmail}
      </Link>
      <span>{after}</span>
    </span>
  );
}

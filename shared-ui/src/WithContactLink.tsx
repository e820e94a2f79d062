import { useContact } from '@kargo/shared-runtime/configuration';
import { css, cx, link } from '@kargo/shared-runtime/styles';

/** A sentence in which our e-mail address, as a link, replaces `{contactEmail}`. */
export function WithContactLink({ children }: { children: string }) {
  const { contactEmail } = useContact();
  const [before, after] = children.split('{contactEmail}', 2);
  if (after === undefined) return <span>{children}</span>;
  return (
    <span>
      <span>{before}</span>
      <a
        className={cx(link(), css({ display: 'inline', overflowWrap: 'anywhere' }))}
        href={`mailto:${contactEmail}`}
      >
        {contactEmail}
      </a>
      <span>{after}</span>
    </span>
  );
}

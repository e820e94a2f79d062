import { useContact } from '@kargo/shared-runtime/configuration';
import { css } from '@kargo/shared-runtime/styles';
import { contactPhoneAddress } from '@kargo/shared-types/releases/release-addresses';
import { Mail, Phone } from 'lucide-react';

export function ContactDetails() {
  const { contactEmail, contactPhone } = useContact();
  return (
    <div className={css({ display: 'flex', flexDirection: 'column', gap: '1' })}>
      <a key={contactEmail} className={lineStyle} href={`mailto:${contactEmail}`}>
        <Mail size={20} strokeWidth={1.75} aria-hidden />
        {contactEmail}
      </a>
      <a key={contactPhone} className={lineStyle} href={contactPhoneAddress(contactPhone)}>
        <Phone size={20} strokeWidth={1.75} aria-hidden />
        {contactPhone}
      </a>
    </div>
  );
}

const lineStyle = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  alignSelf: 'start',
  minH: '2.75rem',
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  borderRadius: 'input',
  '& svg': { flexShrink: 0 },
  _hover: { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
});

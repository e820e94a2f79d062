import { useContact } from '@kargo/shared-runtime/configuration';
import { chakra, Stack } from '@kargo/shared-runtime/ui';
import { contactPhoneAddress } from '@kargo/shared-types/releases/release-addresses';
import { Mail, Phone } from 'lucide-react';

export function ContactDetails() {
  const { contactEmail, contactPhone } = useContact();
  return (
    <Stack gap="1">
      <Line key={contactEmail} href={`mailto:${contactEmail}`}>
        <Mail size={20} strokeWidth={1.75} aria-hidden />
        {contactEmail}
      </Line>
      <Line key={contactPhone} href={contactPhoneAddress(contactPhone)}>
        <Phone size={20} strokeWidth={1.75} aria-hidden />
        {contactPhone}
      </Line>
    </Stack>
  );
}

const Line = chakra('a', {
  base: {
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
  },
});

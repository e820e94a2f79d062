import { Mail, Phone } from 'lucide-react';
import { useConfiguration } from 'shared-runtime/configuration';
import { chakra, Stack } from 'shared-runtime/ui';

/** E-mail address and phone number, as links. Room is kept for them until they are known. */
export function ContactDetails() {
  const configuration = useConfiguration();
  return (
    <Stack gap="1" minH="5.75rem">
      {configuration && (
        <>
          <Line href={`mailto:${configuration.contactEmail}`}>
            <Mail size={20} strokeWidth={1.75} aria-hidden />
            {configuration.contactEmail}
          </Line>
          <Line href={`tel:${configuration.contactPhone.replace(/[^\d+]/g, '')}`}>
            <Phone size={20} strokeWidth={1.75} aria-hidden />
            {configuration.contactPhone}
          </Line>
        </>
      )}
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
    borderRadius: 'input',
    '& svg': { flexShrink: 0 },
    _hover: { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  },
});

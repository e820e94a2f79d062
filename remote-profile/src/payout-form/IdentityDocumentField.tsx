import { FileImage } from 'lucide-react';
import { type ChangeEvent, type Ref, useRef } from 'react';
import { Box, Button, chakra, Flex, Icon, Text } from 'shared-runtime/ui';
import { Field } from 'shared-runtime/ui-controls';
import { FieldErrors } from '../forms/FieldErrors.tsx';
import { FilePicker } from '../forms/FilePicker.tsx';
import { fileSize } from './file-size.ts';

interface IdentityDocumentFieldProps {
  ref: Ref<HTMLInputElement>;
  document: File | null;
  errors: string[];
  onChange: (document: File | null) => void;
}

const requirements = [
  'Front of a driving licence or the photo page of a passport.',
  'A colour photo of the original document, all four corners visible, not expired. No screenshots or edited images.',
  'JPG, JPEG or PNG, up to 2MB.',
];

/** The photo of an identity document. What it has to be like is said before it is chosen. */
export function IdentityDocumentField({
  ref,
  document,
  errors,
  onChange,
}: IdentityDocumentFieldProps) {
  const field = useRef<HTMLDivElement>(null);

  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Empty again, so that the same file can be picked once more after it was mended.
    target.value = '';
    if (file) onChange(file);
  }

  function remove() {
    onChange(null);
    // The button is gone in a moment; the focus must not go with it.
    field.current?.querySelector('input')?.focus();
  }

  return (
    <Field.Root ref={field} invalid={errors.length > 0}>
      <Field.Label>Identity document</Field.Label>
      <Field.HelperText asChild>
        <chakra.ul ps="1.25rem" listStyleType="disc">
          {requirements.map((requirement) => (
            <li key={requirement}>{requirement}</li>
          ))}
        </chakra.ul>
      </Field.HelperText>
      <Box mt="2">
        <FilePicker ref={ref} onChange={pick}>
          {document ? 'Choose another file' : 'Choose a file'}
        </FilePicker>
      </Box>
      {document && (
        <Flex
          align="center"
          gap="3"
          w="full"
          mt="1"
          p="3"
          borderWidth="1px"
          borderColor={errors.length > 0 ? 'danger' : 'line'}
          borderRadius="input"
          bg="mist"
        >
          <Icon asChild boxSize="1.5rem" color="ink.600" flexShrink={0}>
            <FileImage aria-hidden strokeWidth={1.75} />
          </Icon>
          <Box flex="1" minW="0">
            <Text fontWeight={600} overflowWrap="anywhere">
              {document.name}
            </Text>
            <Text textStyle="small" color="ink.500">
              {fileSize(document.size)}
            </Text>
          </Box>
          <Button variant="text" size="inline" onClick={remove}>
            Remove
          </Button>
        </Flex>
      )}
      <FieldErrors errors={errors} />
    </Field.Root>
  );
}

import { type ChangeEvent, useState } from 'react';
import { Box, Flex } from 'shared-runtime/ui';
import { Field } from 'shared-runtime/ui-controls';
import { FieldErrors } from '../forms/FieldErrors.tsx';
import { FilePicker } from '../forms/FilePicker.tsx';
import { useObjectUrl } from '../forms/use-object-url.ts';
import { Avatar } from '../profile-page/Avatar.tsx';
import { imageProblem } from './image-problem.ts';

interface ImageFieldProps {
  name: string;
  /** Address of the image as saved. */
  savedImage: string | null;
  /** The image to be saved in its place. */
  newImage: File | null;
  onPick: (image: File) => void;
}

/** The profile image with its preview. A file that will not do leaves the picture as it was. */
export function ImageField({ name, savedImage, newImage, onPick }: ImageFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const newImageUrl = useObjectUrl(newImage);

  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Empty again, so that the same file can be picked once more after it was mended.
    target.value = '';
    if (!file) return;
    const found = imageProblem(file);
    setProblem(found);
    if (!found) onPick(file);
  }

  return (
    <Field.Root invalid={problem !== null}>
      <Field.Label>Profile image</Field.Label>
      <Flex align="center" gap="4" wrap="wrap">
        <Avatar
          name={name}
          src={(newImage && newImageUrl) ?? savedImage}
          alt={newImage ? `Preview of ${newImage.name}` : 'Your profile image'}
          size="4.5rem"
        />
        <Box>
          <FilePicker onChange={pick}>Choose an image</FilePicker>
          <Field.HelperText mt="2" display="block">
            JPG, JPEG or PNG, up to 2MB.
          </Field.HelperText>
        </Box>
      </Flex>
      <FieldErrors errors={problem ? [problem] : []} />
    </Field.Root>
  );
}

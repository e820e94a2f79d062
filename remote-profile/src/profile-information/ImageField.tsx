import { Box, Flex, Text } from '@kargo/shared-runtime/ui';
import { Field } from '@kargo/shared-runtime/ui-controls';
import { Avatar } from '@kargo/shared-ui/Avatar';
import { FormField } from '@kargo/shared-ui/forms/FormField';
import { useState } from 'react';
import { chooseAgain } from '../forms/choose-again.ts';
import { FilePicker } from '../forms/FilePicker.tsx';
import { useObjectUrl } from '../forms/useObjectUrl.ts';
import { imageProblem } from './image-problem.ts';

interface ImageFieldProps {
  name: string;
  savedImage: string | null;
  /** The image to be saved in its place. */
  newImage: File | null;
  /** The name of the image that was chosen before. */
  fileToChooseAgain: string | null;
  onPick: (image: File) => void;
}

/** The profile image with its preview. A file that will not do leaves the picture as it was. */
export function ImageField({
  name,
  savedImage,
  newImage,
  fileToChooseAgain,
  onPick,
}: ImageFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const newImageUrl = useObjectUrl(newImage);

  function pick(file: File) {
    const found = imageProblem(file);
    setProblem(found);
    if (!found) onPick(file);
  }

  return (
    <FormField label="Profile image" errors={problem ? [problem] : []}>
      <Flex align="center" gap="4" wrap="wrap">
        <Avatar
          name={name}
          src={(newImage && newImageUrl) ?? savedImage}
          alt={newImage ? `Preview of ${newImage.name}` : 'Your profile image'}
          size="4.5rem"
        />
        <Box>
          <FilePicker onPick={pick}>Choose an image</FilePicker>
          <Field.HelperText mt="2" display="block">
            JPG, JPEG or PNG, up to 2MB.
            {fileToChooseAgain && (
              <Text color="info" overflowWrap="anywhere">
                {chooseAgain(fileToChooseAgain)}
              </Text>
            )}
          </Field.HelperText>
        </Box>
      </Flex>
    </FormField>
  );
}

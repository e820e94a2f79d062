import { button, css } from '@kargo/shared-runtime/styles';
import { maxUpload } from '@kargo/shared-types/forms/limits';
import { Avatar } from '@kargo/shared-ui/Avatar';
import { FieldHint, FormField } from '@kargo/shared-ui/forms/FormField';
import { useLazyPart } from '@kargo/shared-ui/useLazyPart';
import { useRef, useState } from 'react';
import { examineFile } from '../forms/examine-file.ts';
import { FileDrop } from '../forms/FileDrop.tsx';
import { FilePicker } from '../forms/FilePicker.tsx';
import { fileSize } from '../forms/file-size.ts';
import { useObjectUrl } from '../forms/useObjectUrl.ts';
import { imageProblem, imageRefusals } from './image-problem.ts';

interface ImageFieldProps {
  name: string;
  savedImage: string | null;
  newImage: File | null;
  chooseAgain: string | null;
  onPick: (image: File | null) => void;
}

/** The profile image with its preview. An unsuitable file leaves the picture as it was. */
export function ImageField({ name, savedImage, newImage, chooseAgain, onPick }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const lastPicked = useRef<File>(null);
  const [refused, setRefused] = useState<Awaited<ReturnType<typeof examineFile>> | null>(null);
  const problem = refused && (refused.hint ? 'image_type_not_allowed' : imageProblem(refused.file));
  const isTooLarge = problem === 'image_too_large';
  const MakeSmaller = useLazyPart(isTooLarge, loadMakeSmaller);
  const newImageUrl = useObjectUrl(newImage);

  async function pick(picked: File) {
    lastPicked.current = picked;
    const { file, hint } = await examineFile(picked);
    if (lastPicked.current !== picked) return;
    lastPicked.current = file;
    const isGood = !hint && imageProblem(file) === null;
    setRefused(isGood ? null : { file, hint });
    if (isGood) onPick(file);
  }

  function remove() {
    lastPicked.current = null;
    setRefused(null);
    onPick(null);
    // The button disappears, so the focus has to move first.
    input.current?.focus();
  }

  async function takeSmaller(smaller: File, original: File, hasFocus: boolean) {
    if (lastPicked.current !== original) return;
    await pick(smaller);
    // The button disappears, so the focus has to move.
    if (hasFocus) input.current?.focus();
  }

  return (
    <div>
      <FormField
        label="Profile image"
        hasOwnHint
        errors={problem ? [imageRefusals[problem], refused.hint ?? []].flat() : []}
      >
        <FileDrop onPick={pick}>
          <div
            className={css({
              display: 'flex',
              alignItems: 'center',
              gap: { base: '4', md: '6' },
              flexWrap: 'wrap',
            })}
          >
            <Avatar
              name={name}
              src={(newImage && newImageUrl) ?? savedImage}
              alt={newImage ? `Preview of ${newImage.name}` : 'Your profile image'}
              className={css({
                boxSize: newImage ? '12rem' : '4.5rem',
                fontSize: newImage ? '4.32rem' : '1.62rem',
              })}
            />
            <div className={css({ flex: '1', minW: 'min(100%, 14rem)' })}>
              <FilePicker ref={input} onPick={pick}>
                {newImage ? 'Choose another image' : 'Choose an image'}
              </FilePicker>
              <FieldHint className={css({ mt: '2', display: 'block' })}>
                <span>{`JPG, JPEG or PNG, up to ${maxUpload}.`}</span>
                {chooseAgain && (
                  <p className={css({ color: 'info', overflowWrap: 'anywhere' })}>{chooseAgain}</p>
                )}
              </FieldHint>
              <p className={css({ textStyle: 'small', overflowWrap: 'anywhere' })} role="status">
                {newImage && `${newImage.name}, ${fileSize(newImage.size)}`}
              </p>
              {newImage && (
                <button
                  type="button"
                  className={button({ variant: 'text', size: 'inline' })}
                  onClick={remove}
                >
                  Remove
                </button>
              )}
            </div>
          </div>
        </FileDrop>
      </FormField>
      {refused && isTooLarge && MakeSmaller && (
        <MakeSmaller
          // Starts afresh with another image.
          key={`${refused.file.name} ${refused.file.size}`}
          image={refused.file}
          onDone={(smaller, hasFocus) => takeSmaller(smaller, refused.file, hasFocus)}
        />
      )}
    </div>
  );
}

const loadMakeSmaller = async () => (await import('./MakeSmaller.tsx')).MakeSmaller;

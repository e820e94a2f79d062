import { button, css, cx } from '@kargo/shared-runtime/styles';
import { hasImageExtension, maxUpload } from '@kargo/shared-types/forms/limits';
import { errorMessages } from '@kargo/shared-ui/forms/checked-field';
import { FieldHint, FormField } from '@kargo/shared-ui/forms/FormField';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { useLazyPart } from '@kargo/shared-ui/useLazyPart';
import { FileImage } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { examineFile } from '../forms/examine-file.ts';
import { FileDrop } from '../forms/FileDrop.tsx';
import { FilePicker } from '../forms/FilePicker.tsx';
import { fileSize } from '../forms/file-size.ts';
import type { PayoutValues } from './payout-schema.ts';

interface IdentityDocumentFieldProps {
  form: UseFormReturn<PayoutValues>;
  input: RefObject<HTMLInputElement | null>;
  chooseAgain: string | null;
}

/** The photo of an identity document. Its requirements are shown before it is chosen. */
export function IdentityDocumentField({ form, input, chooseAgain }: IdentityDocumentFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'document' });
  const document: File | null = field.value ?? null;
  const lastPicked = useRef<File>(null);
  const Preview = useLazyPart(document !== null, loadPreview);

  async function pick(picked: File) {
    lastPicked.current = picked;
    const { file } = await examineFile(picked);
    if (lastPicked.current !== picked) return;
    field.onChange(file);
    void form.trigger('document');
  }

  function remove() {
    lastPicked.current = null;
    form.clearErrors('document');
    field.onChange(null);
    // The button disappears, so the focus has to move first.
    input.current?.focus();
  }

  return (
    <FormField label="Identity document" hasOwnHint errors={errorMessages(fieldState.error)}>
      <FieldHint as="ul" className={css({ ps: '1.25rem', listStyleType: 'disc' })}>
        <li>Front of a driving licence or the photo page of a passport.</li>
        <li>
          A colour photo of the original document, all four corners visible, not expired. No
          screenshots or edited images.
        </li>
        <li>{`JPG, JPEG or PNG, up to ${maxUpload}.`}</li>
        {chooseAgain && (
          <li className={css({ color: 'info', overflowWrap: 'anywhere' })}>{chooseAgain}</li>
        )}
      </FieldHint>
      <FileDrop onPick={pick}>
        <FilePicker
          ref={(element) => {
            field.ref(element);
            input.current = element;
          }}
          onPick={pick}
        >
          {document ? 'Choose another file' : 'Choose a file'}
        </FilePicker>
        {document &&
          hasImageExtension(document) &&
          (Preview ? (
            <Preview document={document} className={previewStyle} />
          ) : (
            // Keeps its room, so that the button below does not move away from a click.
            <div className={cx(previewStyle, css({ mt: '4' }))} />
          ))}
        <div
          className={css({
            display: 'flex',
            alignItems: 'center',
            gap: '3',
            mt: document ? '4' : undefined,
          })}
        >
          {document && (
            <LineIcon of={FileImage} className={css({ boxSize: '1.5rem', color: 'ink.600' })} />
          )}
          <div className={css({ flex: '1', minW: '0' })} role="status">
            {document && (
              <>
                <p className={css({ fontWeight: 600, overflowWrap: 'anywhere' })}>
                  {document.name}
                </p>
                <p className={css({ textStyle: 'small', color: 'ink.500' })}>
                  {fileSize(document.size)}
                </p>
              </>
            )}
          </div>
          {document && (
            <button
              type="button"
              className={button({ variant: 'text', size: 'inline' })}
              onClick={remove}
            >
              Remove
            </button>
          )}
        </div>
      </FileDrop>
    </FormField>
  );
}

const previewStyle = css({ h: { base: '14rem', md: '22rem' } });

const loadPreview = async () => {
  const module = await import('./DocumentPreview.tsx').catch(() => undefined);
  return module?.DocumentPreview ?? (() => null);
};

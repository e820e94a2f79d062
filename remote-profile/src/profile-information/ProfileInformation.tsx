import { apiClient } from '@kargo/shared-runtime/api-client';
import { css } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import type { ProfileValues } from '@kargo/shared-types/forms/profile-form';
import { checkedField } from '@kargo/shared-ui/forms/checked-field';
import { lazyResolver } from '@kargo/shared-ui/forms/lazy-resolver';
import { TextField } from '@kargo/shared-ui/forms/TextField';
import type { Message } from '@kargo/shared-ui/MessageDialog';
import { useRef, useState } from 'react';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import { examineFile } from '../forms/examine-file.ts';
import { SendForm } from '../forms/SendForm.tsx';
import { changedTexts, useDraft } from '../forms/useDraft.ts';
import { codeSentence, failureSentence } from '../notices/failure-sentence.tsx';
import { showSuccess } from '../notices/Toasts.tsx';
import { patchProfile } from '../profile-page/patch-profile.ts';
import { Section } from '../profile-page/Section.tsx';
import { ImageField } from './ImageField.tsx';
import { imageRefusals } from './image-problem.ts';

const resolver = lazyResolver<ProfileValues>(() => import('./profile-schema.ts'));

export function ProfileInformation({ profile }: { profile: Profile }) {
  const [newImage, setNewImage] = useState<File | null>(null);
  const imageToSave = useRef<File>(null);
  const { name, phone } = profile;
  const draft = useDraft(profile.id, 'profile', resolver, { name, phone });
  const { form } = draft;

  function chooseImage(image: File | null) {
    imageToSave.current = image;
    setNewImage(image);
  }

  async function save(values: ProfileValues) {
    const image = imageToSave.current;
    const typed = form.getValues();
    const hint = image && (await examineFile(image)).hint;
    if (hint) throw new FileRefused(hint);
    const saved = await apiClient.updateProfile({ ...values, ...(image && { image }) });
    // The spec does not show that the response has the image's address. Without it, the driver's
    // own file is shown until the profile is read again.
    const isNamed = typeof saved.image === 'string' && saved.image !== '';
    const shown = isNamed ? saved.image : image && URL.createObjectURL(image);
    patchProfile({ ...values, ...(shown && { image: shown }) });
    if (image === imageToSave.current) chooseImage(null);
    // Keeps what was typed while it was being saved.
    form.reset({ ...values, ...changedTexts(form.getValues(), typed) });
    draft.sent(values, image);
    void showSuccess('Profile updated successfully!');
  }

  return (
    <Section id="profile-information">
      <DraftNotice draft={draft} file={newImage} notYet="It is not saved yet." />
      <SendForm form={form} send={save} failure={notSaved} label="Save changes" doneNote="Saved">
        <div className={css({ gridColumn: { md: 'span 2 / span 2' } })}>
          <ImageField
            name={profile.name}
            savedImage={profile.image}
            newImage={newImage}
            chooseAgain={draft.chooseAgain}
            onPick={chooseImage}
          />
        </div>
        <TextField label="Name" autoComplete="name" {...checkedField(form, 'name')} />
        <TextField
          label="Phone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...checkedField(form, 'phone')}
        />
      </SendForm>
    </Section>
  );
}

/** Its message is for the driver. */
class FileRefused extends Error {}

function notSaved(error: unknown): Message {
  const sentence =
    error instanceof FileRefused
      ? error.message
      : (codeSentence(error, imageRefusals) ?? failureSentence(error, 'upload'));
  const text = (
    <>
      {sentence && <p className={css({ mb: '2' })}>{sentence}</p>}
      <p>Please try again later.</p>
    </>
  );
  return { title: 'Error updating profile', text, error };
}

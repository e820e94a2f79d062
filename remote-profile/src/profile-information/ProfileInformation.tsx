import { apiClient } from '@kargo/shared-runtime/api-client';
import { Grid, GridItem, Text } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';
import type { ProfileValues } from '@kargo/shared-types/forms/profile-form';
import { checkedField } from '@kargo/shared-ui/forms/checked-field';
import { lazyResolver } from '@kargo/shared-ui/forms/lazy-resolver';
import { TextField } from '@kargo/shared-ui/forms/TextField';
import { type Message, MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import { afterFileIsRead, examineFile } from '../forms/examine-file.ts';
import { SubmitRow } from '../forms/SubmitRow.tsx';
import { changedTexts, useDraft } from '../forms/useDraft.ts';
import { useSavedValues } from '../forms/useSavedValues.ts';
import { useSending } from '../forms/useSending.ts';
import { codeSentence, failureSentence } from '../notices/failure-sentence.tsx';
import { showSuccess } from '../notices/Toasts.tsx';
import { patchProfile } from '../profile-page/patch-profile.ts';
import { Section } from '../profile-page/Section.tsx';
import { ImageField } from './ImageField.tsx';
import { imageRefusals } from './image-problem.ts';

const resolver = lazyResolver<ProfileValues>(() => import('./profile-schema.ts'));

export function ProfileInformation({ profile }: { profile: Profile }) {
  const saving = useSending();
  const [newImage, setNewImage] = useState<File | null>(null);
  const imageToSave = useRef<File>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const { name, phone } = profile;
  const draft = useDraft(profile.id, 'profile', { name, phone });
  const form = useForm<ProfileValues>({
    resolver,
    criteriaMode: 'all',
    defaultValues: draft.texts,
  });
  useSavedValues(form, { name, phone });

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
    // The spec does not show that this call's response says where the image is now: until the profile is read again, the
    // driver's own file is shown.
    const isNamed = typeof saved.image === 'string' && saved.image !== '';
    const shown = isNamed ? saved.image : image && URL.createObjectURL(image);
    patchProfile({ ...values, ...(shown && { image: shown }) });
    if (image === imageToSave.current) chooseImage(null);
    // Keeps what was typed meanwhile.
    form.reset({ ...values, ...changedTexts(form.getValues(), typed) });
    draft.sent(values, image);
    void showSuccess('Profile updated successfully!');
  }

  return (
    <Section id="profile-information">
      <DraftNotice
        draft={draft}
        control={form.control}
        file={newImage}
        notYet="It is not saved yet."
      />
      <form
        noValidate
        onSubmit={afterFileIsRead(saving, form.handleSubmit(save, saving.reset))}
        onChange={saving.reset}
        onDrop={saving.reset}
      >
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1fr' }} gap="6" mt="6">
          <GridItem colSpan={{ md: 2 }}>
            <ImageField
              name={profile.name}
              savedImage={profile.image}
              newImage={newImage}
              chooseAgain={draft.chooseAgain}
              onPick={chooseImage}
            />
          </GridItem>
          <TextField label="Name" autoComplete="name" {...checkedField(form, 'name')} />
          <TextField
            label="Phone number"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...checkedField(form, 'phone')}
          />
        </Grid>
        <SubmitRow
          ref={submitButton}
          label="Save changes"
          isSending={saving.state === 'sending'}
          doneNote={saving.state === 'done' && 'Saved'}
        />
      </form>
      <MessageDialog
        message={saving.state === 'failed' ? notSaved(saving.error) : null}
        onClose={saving.reset}
        returnFocusTo={submitButton}
      />
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
      {sentence && <Text mb="2">{sentence}</Text>}
      <Text>Please try again later.</Text>
    </>
  );
  return { title: 'Error updating profile', text, error };
}

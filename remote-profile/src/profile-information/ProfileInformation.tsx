import { yupResolver } from '@hookform/resolvers/yup';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Grid, GridItem, Text } from 'shared-runtime/ui';
import type { Profile } from 'shared-types/driver';
import { checkedField } from 'shared-ui/forms/checked-field';
import { TextField } from 'shared-ui/forms/TextField';
import { MessageDialog } from 'shared-ui/MessageDialog';
import { SubmitRow } from '../forms/SubmitRow.tsx';
import type { Sending } from '../forms/sending.ts';
import { failureSentence } from '../notices/failure-sentence.ts';
import { showSuccess } from '../notices/toaster.ts';
import { Section } from '../profile-page/Section.tsx';
import { ImageField } from './ImageField.tsx';
import { imageRefusal } from './image-refusal.ts';
import { type ProfileValues, profileSchema } from './profile-schema.ts';
import { saveProfile } from './save-profile.ts';

/** Name, phone and image of the driver. */
export function ProfileInformation({ profile }: { profile: Profile }) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' });
  const [newImage, setNewImage] = useState<File | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const form = useForm<ProfileValues>({
    resolver: yupResolver(profileSchema),
    criteriaMode: 'all',
    defaultValues: { name: profile.name, phone: profile.phone },
  });

  async function save(values: ProfileValues) {
    setSending({ state: 'sending' });
    try {
      if (await saveProfile(values, newImage)) setNewImage(null);
      form.reset(values);
      setSending({ state: 'done' });
      showSuccess('Profile updated successfully!');
    } catch (error) {
      setSending({ state: 'failed', error });
    }
  }

  return (
    <Section id="profile-information">
      <form
        noValidate
        onSubmit={form.handleSubmit(save)}
        onChange={() => setSending({ state: 'idle' })}
      >
        <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="6" mt="6">
          <GridItem colSpan={{ md: 2 }}>
            <ImageField
              name={profile.name}
              savedImage={profile.image}
              newImage={newImage}
              onPick={setNewImage}
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
          isSending={sending.state === 'sending'}
          doneNote={sending.state === 'done' && 'Saved'}
        />
      </form>
      <MessageDialog
        message={
          sending.state === 'failed'
            ? { title: 'Error updating profile', text: <Explanation error={sending.error} /> }
            : null
        }
        onClose={() => setSending({ state: 'idle' })}
        returnFocusTo={submitButton}
      />
    </Section>
  );
}

function Explanation({ error }: { error: unknown }) {
  const sentence = imageRefusal(error) ?? failureSentence(error, 'upload');
  return (
    <>
      {sentence && <Text mb="2">{sentence}</Text>}
      Please try again later.
    </>
  );
}

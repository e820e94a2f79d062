import { yupResolver } from '@hookform/resolvers/yup';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Box, Grid, GridItem, Text } from 'shared-runtime/ui';
import type { Profile } from 'shared-types/driver';
import { checkedField } from '../forms/checked-field.ts';
import { failureSentence } from '../forms/failure-sentence.ts';
import { SubmitRow } from '../forms/SubmitRow.tsx';
import { TextField } from '../forms/TextField.tsx';
import { MessageDialog } from '../notices/MessageDialog.tsx';
import { showSuccess } from '../notices/toaster.ts';
import { Section } from '../profile-page/Section.tsx';
import { ImageField } from './ImageField.tsx';
import { type ProfileValues, profileSchema } from './profile-schema.ts';
import { saveProfile } from './save-profile.ts';

type Saving =
  | { state: 'idle' }
  | { state: 'saving'; sent: number }
  | { state: 'saved' }
  | { state: 'failed'; error: unknown };

/** Name, phone and image of the driver. */
export function ProfileInformation({ profile }: { profile: Profile }) {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [newImage, setNewImage] = useState<File | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const form = useForm<ProfileValues>({
    resolver: yupResolver(profileSchema),
    criteriaMode: 'all',
    defaultValues: { name: profile.name, phone: profile.phone },
  });

  async function save(values: ProfileValues) {
    setSaving({ state: 'saving', sent: 0 });
    try {
      const onProgress = (sent: number) => setSaving({ state: 'saving', sent });
      if (await saveProfile(values, newImage, onProgress)) setNewImage(null);
      form.reset(values);
      setSaving({ state: 'saved' });
      showSuccess('Profile updated successfully!');
    } catch (error) {
      setSaving({ state: 'failed', error });
    }
  }

  return (
    <Section id="profile-information" title="Profile Information">
      <form
        noValidate
        onSubmit={form.handleSubmit(save)}
        onChange={() => setSaving({ state: 'idle' })}
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
          busyLabel={newImage ? `Saving… ${percentage(saving)}` : 'Saving…'}
          busy={saving.state === 'saving'}
          done={saving.state === 'saved' ? 'Saved' : null}
        />
      </form>
      <MessageDialog
        open={saving.state === 'failed'}
        title="Error updating profile"
        onClose={() => setSaving({ state: 'idle' })}
        returnFocusTo={submitButton}
      >
        {saving.state === 'failed' && <Explanation error={saving.error} />}
        <Box>Please try again later.</Box>
      </MessageDialog>
    </Section>
  );
}

function Explanation({ error }: { error: unknown }) {
  const sentence = failureSentence(error);
  return sentence && <Text mb="2">{sentence}</Text>;
}

function percentage(saving: Saving): string {
  return saving.state === 'saving' ? `${Math.round(saving.sent * 100)} %` : '';
}

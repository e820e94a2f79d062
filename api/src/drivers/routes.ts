import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import {
  Profile,
  ProfileFields,
  ProfileForm,
  ProfileResponse,
} from '@kargo/shared-types/api/driver';
import { ErrorBody } from '@kargo/shared-types/api/error';
import { maxUpload } from '@kargo/shared-types/forms/limits';
import { profileSchema } from '@kargo/shared-types/forms/profile-form';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { limitsOf } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { driverIn, requireOpen, requireSession } from '../sessions/require-session.ts';
import { checkForm } from '../uploads/check-form.ts';
import { readUploadForm } from '../uploads/read-upload-form.ts';
import { encodeProfileImage } from './encode-profile-image.ts';
import { toProfile } from './profile.ts';
import { imageKeyPattern, readImage, storeUnclaimedImage } from './profile-images.ts';
import { saveProfile } from './repository.ts';

/** Maximum updates per quarter of an hour. Decoding a picture takes half a second of CPU time. */
const maxUpdates = 60;

/** Calls 3 and 6 of spec section 7, and the images that call 6 stores. */
export const driverRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { db, disk } = services;
  app.get(
    apiPaths.verify(),
    {
      schema: {
        tags: ['session'],
        summary: 'The profile of the driver who is logged in',
        security: [{ accessToken: [] }],
        response: { 200: ProfileResponse, '4xx': ErrorBody },
      },
    },
    async (request) => toProfile(services, (await requireSession(services, request)).driver),
  );

  app.post(
    apiPaths.updateProfile(),
    {
      schema: {
        tags: ['driver'],
        summary: 'Change name, phone and, when one is sent, the profile image',
        security: [{ accessToken: [] }],
        consumes: ['multipart/form-data'],
        body: ProfileForm,
        response: { 200: Profile, '4xx': ErrorBody },
      },
      preHandler: limitsOf(db, 15 * 60)('profile of', maxUpdates, driverIn(services)),
      // Only documentation: the form is read as a stream and checked by profileSchema.
      validatorCompiler: () => () => true,
    },
    async (request) => {
      const session = await requireSession(services, request);
      const { texts, file } = await readUploadForm(request, ProfileFields, 'image');
      if (file?.isTooLarge) {
        throw new ApiError('image_too_large', `Image must not be larger than ${maxUpload}`);
      }
      const fields = checkForm(profileSchema, texts);
      await requireOpen(db, session);
      const encoded = file && (await encodeProfileImage(file.bytes, session.driver.id));
      const newImageKey = encoded && (await storeUnclaimedImage(db, disk, encoded));
      return toProfile(services, await saveProfile(db, session, fields, newImageKey));
    },
  );

  app.get(
    apiPaths.profileImage(':image'),
    {
      schema: {
        tags: ['driver'],
        summary: 'A profile image, at the address the profile gives',
        params: Type.Object({ image: Type.String() }),
      },
    },
    async (request, reply) => {
      const { image: imageKey } = request.params;
      const image = imageKeyPattern.test(imageKey) && (await readImage(disk, imageKey));
      if (!image) throw new ApiError('not_found', 'There is no such image.');
      // If the file is opened directly, it must not run scripts on our origin.
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-disposition': 'inline',
          'content-security-policy':
            "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none';sandbox",
          'cache-control': 'private, max-age=31536000, immutable',
        })
        .send(Buffer.from(image));
    },
  );
};

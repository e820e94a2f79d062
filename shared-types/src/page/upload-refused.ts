/** Event on `window`: the API refused an upload, with the error's code as its detail. */
export type UploadRefused = 'kargo-upload-refused';

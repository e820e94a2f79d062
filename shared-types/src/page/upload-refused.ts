/** Event on `window`: the API refused an upload. Its detail is the error's code. A type, since it is shorter in pages. */
export type UploadRefused = 'kargo-upload-refused';

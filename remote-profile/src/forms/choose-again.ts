/** Asks for a file that was chosen before: the page keeps no files. */
export const chooseAgain = (fileName: string) => `Choose ${fileName} again.`;

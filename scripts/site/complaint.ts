/** One sentence for the person who runs a command: what is wrong and what to change. */
export class Complaint extends Error {}

/** Runs a command; a complaint is printed as it is, anything else is a defect and shows its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Complaint ? error.message : error);
    process.exit(1);
  }
}

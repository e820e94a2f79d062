import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, From, type Instruction } from 'dockerfile-ast';
import { root } from '../site/settings.ts';

export const dockerfileSource = readFileSync(join(root, 'Dockerfile'), 'utf8');

/** The stages of the Dockerfile by name, with the image or stage that each is based on. */
export const dockerStages = new Map<string, { base: string; instructions: Instruction[] }>();

for (const instruction of DockerfileParser.parse(dockerfileSource).getInstructions()) {
  if (instruction instanceof From) {
    const name = instruction.getBuildStage() ?? `stage ${dockerStages.size}`;
    dockerStages.set(name, { base: instruction.getImage() ?? '', instructions: [] });
  } else {
    [...dockerStages.values()].at(-1)?.instructions.push(instruction);
  }
}

/** The arguments of a keyword such as `ENV` in a stage and those it is based on, the base first. */
export function dockerfileSays(target: string, keyword: string): string[] {
  const stage = dockerStages.get(target);
  if (!stage) return [];
  const own = stage.instructions.filter((instruction) => instruction.getKeyword() === keyword);
  const texts = own.map((instruction) => instruction.getArgumentsContent() ?? '');
  return [...dockerfileSays(stage.base, keyword), ...texts];
}

/** The program and parameters of a keyword such as `CMD`, without its options. */
export function dockerfileRuns(target: string, keyword: string): string[] {
  return JSON.parse(
    dockerfileSays(target, keyword)
      .at(-1)
      ?.replace(/^[^[]*/, '') ?? '[]',
  );
}

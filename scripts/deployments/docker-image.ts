import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, From, type Instruction } from 'dockerfile-ast';
import { root } from '../site/settings.ts';

/** What a container runs, and how. */
export interface DockerImage {
  entrypoint: string[];
  command: string[];
  healthcheck: string[];
  environment: Record<string, string>;
  user: string;
}

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

/** The image that a stage makes, with what it has from the stages below it. */
export function dockerImage(target: string): DockerImage {
  const stage = dockerStages.get(target);
  const bare = { entrypoint: [], command: [], healthcheck: [], environment: {}, user: 'root' };
  return stage ? stage.instructions.reduce(addTo, dockerImage(stage.base)) : bare;
}

function addTo(image: DockerImage, instruction: Instruction): DockerImage {
  const text = instruction.getArgumentsContent() ?? '';
  switch (instruction.getKeyword()) {
    case 'ENTRYPOINT':
      return { ...image, entrypoint: JSON.parse(text) };
    case 'CMD':
      return { ...image, command: JSON.parse(text) };
    case 'HEALTHCHECK':
      return { ...image, healthcheck: JSON.parse(text.slice(text.indexOf('['))) };
    case 'ENV': {
      const settings = text.split(/\s+/).map((setting) => setting.split('=', 2));
      return { ...image, environment: { ...image.environment, ...Object.fromEntries(settings) } };
    }
    case 'USER':
      return { ...image, user: text };
    default:
      return image;
  }
}

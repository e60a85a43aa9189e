import { readdirSync } from 'node:fs';

const FOLDER = 'src/machines';
const ENDING = '.machine.ts';

/** The machines of the product by name, each with its file below the repository's root. */
export function machineFiles(): { name: string; file: string }[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ENDING))
    .map((file) => ({
      name: file.slice(file.lastIndexOf('/') + 1, -ENDING.length),
      file: `${FOLDER}/${file}`,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The file of a machine, below the repository's root. @throws Error if the machine is unknown */
export function fileOfMachine(name: string): string {
  const found = machineFiles().find((machine) => machine.name === name);
  if (found === undefined) throw new Error(`no machine is called ${name}`);
  return found.file;
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Process tests mostly wait, so they run beside CPU-bound ones. Small unit files fill the end. */
const order = ['process', 'programs', 'api', 'api behind Next', 'unit'];

const orderOf = ({ project }: TestSpecification): number => order.indexOf(project.name);

/** Starts with the slowest projects. Within a project, Vitest starts with the slowest or largest files. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => orderOf(a) - orderOf(b));
  }
}

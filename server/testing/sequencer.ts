import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What mostly waits, for processes that start and end, goes on beside what computes; many small files fill up the end. */
const order = ['process', 'programs', 'api', 'api behind Next', 'unit'];

const placeOf = ({ project }: TestSpecification): number => order.indexOf(project.name);

/** Begins with the projects that take long; within each, as Vitest has it, with the longest or largest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

import { Button } from '#components/ui/button.tsx';
import { SearchField } from '../lists/search-field.tsx';

/** The search form of an operator list. Works without JavaScript. */
export const OperatorSearch = ({ value, placeholder }: { value: string; placeholder: string }) => (
  <search>
    <form className="mb-5 flex flex-wrap items-end gap-3">
      <SearchField value={value} placeholder={placeholder} className="min-w-0 flex-1 basis-60" />
      <Button type="submit">Search</Button>
    </form>
  </search>
);

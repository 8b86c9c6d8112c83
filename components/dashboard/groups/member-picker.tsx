'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field, FieldError, GroupError } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { movedTo, OrderButtons } from '#components/ui/order-buttons.tsx';

/** A product in a group. `id` is the Short ID, `price` is the first price, formatted. */
export interface GroupMember {
  readonly id: string;
  readonly name: string;
  readonly price: string;
}

/** A product that can be added, unless it is in another group. */
export interface Candidate extends GroupMember {
  readonly group: { readonly id: string; readonly name: string } | null;
}

interface MemberPickerProps {
  members: readonly GroupMember[];
  onChange: (members: readonly GroupMember[]) => void;
  /** The group's ID; undefined for a new group. */
  groupId: string | undefined;
  /** The path of the candidates route. */
  path: string;
  error: string | undefined;
}

/** A group's products in order, with a search to add more. */
export function MemberPicker({ members, onChange, groupId, path, error }: MemberPickerProps) {
  const [announcement, setAnnouncement] = useState('');
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium">Products</legend>
      {members.length > 0 && (
        <ol className="divide-y divide-border rounded-control border border-border">
          {members.map((member, index) => (
            <li key={member.id} className="flex items-center gap-2 py-1.5 ps-3 pe-1 text-sm">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {member.name} <span className="text-muted">{member.price}</span>
              </span>
              <OrderButtons
                label={member.name}
                index={index}
                count={members.length}
                onMove={(to) => {
                  onChange(movedTo(members, index, to));
                  setAnnouncement(`${member.name} moved to position ${to + 1} of ${members.length}.`);
                }}
                onRemove={() => {
                  onChange(members.filter(({ id }) => id !== member.id));
                  setAnnouncement(`${member.name} removed.`);
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <GroupError value={members}>{error}</GroupError>
      <Candidates
        path={path}
        isIn={(id) => members.some((member) => member.id === id)}
        groupId={groupId}
        onAdd={({ id, name, price }) => {
          onChange([...members, { id, name, price }]);
          setAnnouncement(`${name} added.`);
        }}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  );
}

const debounceMs = 200;

function Candidates({
  path,
  isIn,
  groupId,
  onAdd,
}: {
  path: string;
  isIn: (id: string) => boolean;
  groupId: string | undefined;
  onAdd: (candidate: Candidate) => void;
}) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isError } = useQuery({
    queryKey: [path, search],
    queryFn: async ({ signal }): Promise<Candidate[]> => {
      const response = await fetch(`${path}?${new URLSearchParams({ q: search })}`, { signal });
      if (!response.ok) throw new Error('Products could not be loaded');
      return await response.json();
    },
    placeholderData: keepPreviousData,
  });
  const shown = data?.filter(({ id }) => !isIn(id)) ?? [];
  return (
    <div className="flex flex-col gap-2">
      <Field label="Search subscription products">
        <Input
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // Enter must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      {isError && <FieldError>Products could not be loaded. Try again.</FieldError>}
      {data && shown.length === 0 && (
        <p className="text-sm text-muted">
          {search === '' ? 'No other subscription products.' : 'No matching subscription products.'}
        </p>
      )}
      <ul className="flex flex-col text-sm">
        {shown.map((candidate) => (
          <li key={candidate.id} className="flex min-h-11 items-center gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {candidate.name} <span className="text-muted">{candidate.price}</span>
            </span>
            {candidate.group && candidate.group.id !== groupId ? (
              <span className="text-muted">In {candidate.group.name}</span>
            ) : (
              <Button size="small" onClick={() => onAdd(candidate)} aria-label={`Add ${candidate.name}`}>
                <Plus className="size-4" aria-hidden />
                Add
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import type { BusinessDetails as Details } from '#server/stores/rules/kyb-ticket.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** A business's submitted details. The website link sends no referrer. */
export function BusinessDetails({ details }: { details: Details }) {
  return (
    <DefinitionList>
      <Definition term="Legal name">{details.legalName}</Definition>
      <Definition term="Country">{countryNames.of(details.country) ?? details.country}</Definition>
      <Definition term="Registration number">{details.registrationNumber}</Definition>
      <Definition term="Address">
        <span className="whitespace-pre-line">{details.address}</span>
      </Definition>
      <Definition term="Website">
        <a
          href={details.website}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-all text-link underline"
        >
          {details.website}
        </a>
      </Definition>
      <Definition term="Contact">
        {details.contactName}, <span className="break-all">{details.contactEmail}</span>
      </Definition>
      <Definition term="Products sold">
        <span className="whitespace-pre-line">{details.description}</span>
      </Definition>
    </DefinitionList>
  );
}

/** Yoga, with the limits that a document meets before anything is read. It is used as a pipeline: HTTP is the gateway's. */
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { GraphQLError, type ValidationContext } from 'graphql';
import { createLRUCache, createYoga } from 'graphql-yoga';
import { schema } from './schema.ts';

const maxDepth = 7;
const maxAliases = 15;
const maxTokens = 1000;
/** Parsed documents are large, and anybody may send new ones: enough for those that a few front ends repeat. */
const keptDocuments = 200;

/** Reports a limit beside whatever else is wrong with the document, where the plugin would end validation. */
const reporting = (message: string) => ({
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null) => context?.reportError(new GraphQLError(message))],
});

export const yoga = createYoga({
  schema,
  // Errors are turned into the envelope's entries, and masked there.
  maskedErrors: false,
  logging: false,
  parserAndValidationCache: {
    documentCache: createLRUCache({ max: keptDocuments }),
    errorCache: createLRUCache({ max: keptDocuments }),
  },
  plugins: [
    maxTokensPlugin({
      n: maxTokens,
      onReject: [
        () => {
          throw new GraphQLError(`Query has more than ${maxTokens} tokens`);
        },
      ],
    }),
    maxDepthPlugin({
      n: maxDepth,
      flattenFragments: true,
      ...reporting(`Query is nested more than ${maxDepth} levels deep`),
    }),
    maxAliasesPlugin({ n: maxAliases, ...reporting(`Query has more than ${maxAliases} aliases`) }),
  ],
});

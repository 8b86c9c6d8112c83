/** Yoga with limits on documents, checked before reading. Used as a pipeline only: HTTP is the gateway's. */
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { GraphQLError, type ValidationContext } from 'graphql';
import { createLRUCache, createYoga } from 'graphql-yoga';
import { schema } from './schema.ts';

const maxDepth = 7;
const maxAliases = 15;
const maxTokens = 1000;
/** Parsed documents are large and any caller can add them: enough for the queries that a few front ends repeat. */
const maxCachedDocuments = 200;

/** Reports a limit beside other errors of the document. The plugin would end validation. */
const reporting = (message: string) => ({
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null) => context?.reportError(new GraphQLError(message))],
});

export const yoga = createYoga({
  schema,
  // Errors are converted and masked for the envelope elsewhere.
  maskedErrors: false,
  logging: false,
  parserAndValidationCache: {
    documentCache: createLRUCache({ max: maxCachedDocuments }),
    errorCache: createLRUCache({ max: maxCachedDocuments }),
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

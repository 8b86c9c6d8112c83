/** A guide of the API documentation: steps towards one task. */
export interface Guide {
  /** The last part of the path `/docs/guides/<slug>`. */
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly steps: readonly GuideStep[];
}

/** Texts may contain `code` in backticks and `[links](/docs)`. */
export interface GuideStep {
  readonly title: string;
  readonly text: readonly string[];
  /** An API call. The body may contain `$names`, as in the examples of actions. */
  readonly call?: { readonly action: string; readonly body: object };
  /** A GraphQL query. */
  readonly query?: string;
}

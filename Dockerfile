# The API, the projection worker and the signer for docker-compose.yml; `npm start` needs none of this.
# docs/containers.md says on what it was built and run.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY bills/package.json bills/
COPY database/package.json database/
COPY migrations/package.json migrations/
COPY ledger-service/package.json ledger-service/
COPY projections/package.json projections/
COPY web/package.json web/
COPY launch/package.json launch/
COPY tests/package.json tests/

FROM packages AS web
RUN npm ci --workspace web --workspace contracts --no-audit --no-fund
COPY tsconfig.json ./
COPY contracts contracts
COPY web web
RUN cd web && npx vite build

FROM packages AS runtime
ENV NODE_ENV=production
RUN npm ci --omit dev --no-audit --no-fund \
      --workspace contracts --workspace bills --workspace database --workspace migrations --workspace ledger-service --workspace projections \
    && mkdir data && chown node data
COPY contracts contracts
COPY bills bills
COPY database database
COPY migrations migrations
COPY ledger-service ledger-service
COPY projections projections
COPY --from=web /app/web/dist web/dist
USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/app/data
EXPOSE 3000
CMD ["node", "ledger-service/main.ts"]

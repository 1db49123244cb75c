# One image for two programs of docker-compose.yml: the Treadle server, and the REST bridge in front of Redis.
FROM denoland/deno:2.9.6
WORKDIR /app
RUN chown deno:deno /app
USER deno
COPY --chown=deno:deno . .
# The packages that the two programs import, as deno.lock has them; nothing is downloaded at the start.
RUN deno install --quiet --frozen --unstable-npm-lazy-caching --node-modules-dir=none --entrypoint functions/deno.ts src/redis_rest/main.ts
EXPOSE 8787
CMD ["deno", "run", "-A", "-q", "--no-prompt", "--cached-only", "--unstable-npm-lazy-caching", "--node-modules-dir=none", "functions/deno.ts"]

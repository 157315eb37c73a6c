# syntax=docker/dockerfile:1
FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --profile dist \
    && install -D target/dist/parlour /out/parlour \
    && mkdir /out/data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/parlour /usr/local/bin/parlour
COPY --from=build --chown=nonroot:nonroot /out/data /data
ENV BIND=0.0.0.0:8080 \
    DATABASE_URL=sqlite:///data/parlour.db
VOLUME /data
WORKDIR /data
USER nonroot
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["parlour", "healthcheck"]
ENTRYPOINT ["parlour"]
CMD ["serve"]

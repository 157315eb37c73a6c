# syntax=docker/dockerfile:1
# Builds the program from the source, or with --build-arg BINARY=prebuilt takes it from the folder that tools/release
# writes, target/release-files/container.
ARG BINARY=build

FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
# The commit that `parlour --version` names.
ARG PARLOUR_COMMIT
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --profile dist \
    && install -D target/dist/parlour /out/parlour \
    && mkdir /out/data

FROM scratch AS prebuilt
ARG TARGETARCH
COPY --chmod=755 parlour-$TARGETARCH /out/parlour
WORKDIR /out/data

FROM $BINARY AS binary

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=binary /out/parlour /usr/local/bin/parlour
COPY --from=binary --chown=nonroot:nonroot /out/data /data
ENV BIND=0.0.0.0:8080 \
    DATABASE_URL=sqlite:///data/parlour.db
VOLUME /data
WORKDIR /data
USER nonroot
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["parlour", "healthcheck"]
ENTRYPOINT ["parlour"]
CMD ["serve"]

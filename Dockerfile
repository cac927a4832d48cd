# Gradreel in steps: the page, the Python environment, the slim runtime, without torch (target "web") and with it. scripts/image builds it.
# A default container refuses new namespaces, so snippets run in tier L; see README, "Containers".

# The bases by full name, since not every builder looks for short names on Docker Hub, and by the digest of their index for all platforms.
# CONTRIBUTING.md, "Images of others", says how to renew it.
ARG NODE_IMAGE=docker.io/library/node:22-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392
ARG PYTHON_IMAGE=docker.io/library/python:3.11-slim@sha256:da047cb8f9d1d98e5c070f5300ba9f7274e33b8fc0e5be5ed88740aed1b95ba9

FROM ${NODE_IMAGE} AS page
# npm trusts the certificates of this file besides its own
ARG NODE_EXTRA_CA_CERTS
WORKDIR /src/static
COPY static/package.json static/package-lock.json static/.npmrc ./
RUN npm ci --omit=dev
COPY gradreel/locales /src/gradreel/locales
COPY static/ ./
RUN npm run build

# What a replica needs. pip stays outside of what is copied from here.
FROM ${PYTHON_IMAGE} AS packages
# pip reads these: an index of one's own, one for PyTorch's CPU builds, which are gigabytes smaller, a mounted folder of wheels, certificates
ARG PIP_INDEX_URL
ARG PIP_EXTRA_INDEX_URL
ARG PIP_FIND_LINKS
ARG PIP_CERT
RUN apt-get update && apt-get install -y --no-install-recommends binutils \
    && python -m venv /opt/pip && python -m venv --without-pip /opt/gradreel
WORKDIR /srv/gradreel
COPY pyproject.toml ./
COPY scripts/requirements-web.lock scripts/requirements-service.lock scripts/
# Each file is checked against its hash.
RUN /opt/pip/bin/pip --python /opt/gradreel install --no-cache-dir --require-hashes --no-deps -r scripts/requirements-web.lock
# What nobody imports: tests, sources of what is compiled, other languages' dates and numbers, and what only debuggers read.
RUN cd /opt/gradreel/lib/python3*/site-packages \
    && find . -depth -type d \( -name tests -o -name test \) -exec rm -r {} + \
    && find babel/locale-data -type f ! -name 'en*' ! -name 'zh*' ! -name root.dat -delete \
    && find . -type f \( -name '*.pyi' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name '*.hpp' \) -delete \
    && find . -name '*.cpython-*.so' -exec strip --strip-debug {} +

# torch comes after what it needs and by itself: the lock file does not choose its build.
FROM packages AS packages-with-torch
ARG PIP_INDEX_URL
ARG PIP_EXTRA_INDEX_URL
ARG PIP_FIND_LINKS
ARG PIP_CERT
RUN /opt/pip/bin/pip --python /opt/gradreel install --no-cache-dir --require-hashes --no-deps -r scripts/requirements-service.lock
# Of the build that is to be installed, where it is known: without it only the version is checked
ARG TORCH_SHA256
RUN echo "$(grep -oE 'torch==[0-9.]+' pyproject.toml)${TORCH_SHA256:+ --hash=sha256:$TORCH_SHA256}" >/tmp/torch \
    && /opt/pip/bin/pip --python /opt/gradreel install --no-cache-dir ${TORCH_SHA256:+--require-hashes --no-deps} -r /tmp/torch

# A replica of a cluster: the page and the API, without torch. Its snippets are run by runners: see docs/operating.md.
FROM ${PYTHON_IMAGE} AS web
RUN apt-get update \
    && apt-get install -y --no-install-recommends libseccomp2 fonts-dejavu-core fonts-wqy-microhei \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt \
    && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin gradreel
COPY --from=packages /opt/gradreel /opt/gradreel
WORKDIR /srv/gradreel
COPY LICENSE ./
COPY gradreel/ gradreel/
COPY app/ app/
COPY templates/ templates/
COPY docs/ docs/
# The page, and the player that films and stills are made with
COPY --from=page /src/static/dist static/dist
COPY --from=page /src/gradreel/player/ gradreel/player/
# The root is read-only later on. var holds stored snippets: mount a volume there, or set GRADREEL_DATABASE_URL.
RUN /opt/gradreel/bin/python -m compileall -q gradreel app && mkdir var && chown gradreel:gradreel var
VOLUME /srv/gradreel/var
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["/opt/gradreel/bin/python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["/opt/gradreel/bin/python", "-m", "app.cli"]
CMD ["serve", "--host", "0.0.0.0"]

# The whole service, and the image of a runner.
FROM web
COPY --from=packages-with-torch /opt/gradreel /opt/gradreel
